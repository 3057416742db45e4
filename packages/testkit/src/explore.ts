/** One change of a world. */
export interface Step<World> {
  /** A line of a story that a person can read. */
  readonly label: string
  readonly to: World
  /** Why this change must not happen; undefined of one that may. */
  readonly fault?: string | undefined
  /** Happens sooner or later when nothing goes wrong any more. */
  readonly isFair?: boolean
}

/** Worlds and how they change. Deterministic: a world always has the same steps in the same order. */
export interface Model<World> {
  readonly initial: World
  steps(world: World): Iterable<Step<World>>
  /** The same text for worlds that have the same future. */
  keyOf(world: World): string
  /** True when nothing is left to do. With fair steps alone, such a world is reachable from every world. */
  isSettled?(world: World): boolean
  /** Returns the description of a world in a story. */
  show?(world: World): string
}

export interface Exploration {
  readonly worlds: number
  readonly steps: number
  /** Steps of the longest of all shortest ways to a world. */
  readonly depth: number
  /** True when every reachable world was visited. */
  readonly isClosed: boolean
  /** The shortest way to a fault: its steps, then what is wrong. */
  readonly story?: readonly string[]
}

interface Visited {
  /** Numbers of the worlds, by key. */
  readonly ids: Map<string, number>
  /** For each world, the world and the step by which it was first reached. */
  readonly ways: { readonly from: number; readonly choice: number }[]
  readonly fair: (readonly [from: number, to: number])[]
  readonly settled: number[]
  steps: number
}

/** Visits every reachable world, breadth first, so that the first fault has a shortest story. */
export function explore<World>(model: Model<World>, maxWorlds = Number.POSITIVE_INFINITY): Exploration {
  const visited: Visited = { ids: new Map(), ways: [], fair: [], settled: [], steps: 0 }
  enter(model, visited, model.initial, { from: -1, choice: -1 })
  let level = [model.initial]
  let depth = 0
  const result = (isClosed: boolean, story?: readonly string[]): Exploration => ({
    worlds: visited.ids.size,
    steps: visited.steps,
    depth,
    isClosed,
    ...(story && { story }),
  })
  while (level.length > 0) {
    if (visited.ids.size > maxWorlds) return result(false)
    const next: World[] = []
    for (const world of level) {
      const story = visit(model, visited, world, next)
      if (story) return result(false, story)
    }
    level = next
    if (next.length > 0) depth += 1
  }
  const lost = model.isSettled ? firstWithoutEnd(visited) : undefined
  return lost === undefined
    ? result(true)
    : result(true, [...storyOf(model, visited, lost), 'From here, fair steps alone settle nothing any more'])
}

/** Takes every step of a world. Returns the story of a fault. */
function visit<World>(
  model: Model<World>,
  visited: Visited,
  world: World,
  next: World[],
): readonly string[] | undefined {
  const from = visited.ids.get(model.keyOf(world)) ?? 0
  let choice = -1
  for (const { label, to, fault, isFair } of model.steps(world)) {
    choice += 1
    visited.steps += 1
    if (fault !== undefined) return [...storyOf(model, visited, from), label, fault]
    const known = visited.ids.get(model.keyOf(to))
    const id = known ?? enter(model, visited, to, { from, choice })
    if (known === undefined) next.push(to)
    if (isFair && id !== from) visited.fair.push([from, id])
  }
  return undefined
}

function enter<World>(model: Model<World>, visited: Visited, world: World, way: Visited['ways'][number]): number {
  const id = visited.ids.size
  visited.ids.set(model.keyOf(world), id)
  visited.ways.push(way)
  if (model.isSettled?.(world)) visited.settled.push(id)
  return id
}

/** The first world from which no fair steps lead to a settled one. */
function firstWithoutEnd({ ids, fair, settled }: Visited): number | undefined {
  const into = new Map<number, number[]>()
  for (const [from, to] of fair) (into.get(to) ?? into.set(to, []).get(to))?.push(from)
  const ends = new Set(settled)
  for (const world of ends) for (const from of into.get(world) ?? []) ends.add(from)
  return [...ids.values()].find((id) => !ends.has(id))
}

function storyOf<World>(model: Model<World>, { ways }: Visited, id: number): string[] {
  const choices: number[] = []
  for (let at = id; at > 0; at = ways[at]?.from ?? 0) choices.unshift(ways[at]?.choice ?? 0)
  let world = model.initial
  return choices.map((choice) => {
    const step = [...model.steps(world)][choice]
    if (!step) throw new Error('The steps of a world are not always the same')
    world = step.to
    return model.show ? `${step.label} → ${model.show(world)}` : step.label
  })
}
