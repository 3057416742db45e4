import { ChevronRight } from 'lucide-react'
import { createContext, use } from 'react'
import { messages } from '../../i18n/messages.ts'
import { jsonEnglish } from './english.ts'
import { JsonLeaf, type JsonSubject, Marked } from './json-leaf.tsx'
import { childrenOf, countOf, isContainer, type JsonNode, leafText } from './json-tree.ts'

const t = messages('components/json', jsonEnglish)

/** State that all rows of one document share. */
interface JsonTreeState {
  readonly open: ReadonlySet<string>
  /** Path of the row that was chosen last. */
  readonly selected: string | undefined
  readonly searched: string
  /** Path of the match that the search is at. */
  readonly current: string | undefined
  readonly subject: JsonSubject | undefined
  toggle(path: string): void
  select(node: JsonNode): void
}

export const JsonTree = createContext<JsonTreeState>({
  open: new Set(),
  selected: undefined,
  searched: '',
  current: undefined,
  subject: undefined,
  toggle: () => {},
  select: () => {},
})

interface NodeProps {
  node: JsonNode
  /** Another value follows in the same object or list. */
  more?: boolean
}

/** One value with its name. The fields of a folded object are not rendered. */
export function JsonRow({ node, more = false }: NodeProps) {
  const { value, path, range } = node
  const state = use(JsonTree)
  const children = isContainer(value) && state.open.has(path) ? childrenOf(node) : []
  const [opening, closing] = range ? ['', ''] : Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const end = more && !range ? ',' : ''
  return (
    <li className={node.name === undefined && !range ? '' : 'min-w-32'}>
      <div
        data-json-row={path}
        className={`wrap-anywhere ${state.selected === path ? 'bg-brass-wash outline outline-rule' : ''}`}
      >
        {isContainer(value) ? (
          <Opening node={node} isOpen={children.length > 0} sign={opening} closing={`${closing}${end}`} />
        ) : (
          <>
            <Name node={node} />
            <JsonLeaf
              value={value}
              dotted={node.dotted}
              subject={state.subject}
              searched={state.searched}
              current={state.current === path}
            />
            <span className="text-soft">{end}</span>
          </>
        )}
      </div>
      {children.length > 0 && (
        <>
          <ul className="ml-1.5 border-l border-rule pl-2.5 sm:pl-4">
            {children.map((child, at) => (
              <JsonRow key={child.path} node={child} more={at < children.length - 1} />
            ))}
          </ul>
          {closing !== '' && <span className="text-soft">{`${closing}${end}`}</span>}
        </>
      )}
    </li>
  )
}

const ROW_BUTTON = 'min-h-6 rounded-edge text-left focus-visible:outline-offset-0'

/** The name of a leaf, a button that chooses its row. Arrow keys lead to it, so that Tab passes a long list quickly. */
function Name({ node }: { node: JsonNode }) {
  const { select } = use(JsonTree)
  if (node.name === undefined) return null
  return (
    <button
      type="button"
      tabIndex={-1}
      data-json-button
      aria-label={`${node.name}: ${leafText(node.value).slice(0, 200)}`}
      onClick={() => select(node)}
      className={`${ROW_BUTTON} hover:underline`}
    >
      <NameText node={node} />
    </button>
  )
}

/** `"state": `, or the index of an item, which is not selected with the text. */
function NameText({ node: { name, path } }: { node: JsonNode }) {
  const { searched, current } = use(JsonTree)
  if (name === undefined) return null
  if (typeof name === 'number') return <span className="pr-2 text-soft select-none">{name}</span>
  return (
    <>
      <span className="text-brass">
        <Marked text={JSON.stringify(name)} searched={searched} current={current === path} />
      </span>
      <span className="whitespace-pre text-soft">: </span>
    </>
  )
}

interface OpeningProps {
  node: JsonNode
  isOpen: boolean
  sign: string
  closing: string
}

/** The first line of an object, list or group, a button that folds and opens it. */
function Opening({ node, isOpen, sign, closing }: OpeningProps) {
  const { toggle, select } = use(JsonTree)
  const { name, value, range, path } = node
  const count = countOf(value as object)
  const isList = Array.isArray(value)
  if (count === 0) {
    return (
      <>
        <Name node={node} />
        <span className="text-soft">{`${sign}${closing}`}</span>
      </>
    )
  }
  const noun = isList ? t.items(count) : t.fields(count)
  const what = range ? `${range.from} … ${range.to - 1}` : noun
  return (
    <button
      type="button"
      data-json-button
      aria-expanded={isOpen}
      aria-label={[name ?? (range ? '' : isList ? t.list : t.object), what].filter((part) => part !== '').join(', ')}
      onClick={() => {
        toggle(path)
        select(node)
      }}
      className={`${ROW_BUTTON} -ml-3.5 hover:bg-brass-wash`}
    >
      <ChevronRight size={14} aria-hidden className={`inline align-[-2px] text-soft ${isOpen ? 'rotate-90' : ''}`} />
      <NameText node={node} />
      {range ? (
        <span className="text-soft">{what}</span>
      ) : (
        <span className="text-soft">
          {sign}
          {!isOpen && (
            <>
              {` … ${closing} `}
              <span className="font-sans select-none">{noun}</span>
            </>
          )}
        </span>
      )}
    </button>
  )
}
