import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Folder } from './folder.ts'

/**
 * One process's use of a server: a file in the `leases` folder, named by the process id of its watcher. A folder can be
 * removed only while it is empty, and no file can be created in a removed one. So the kernel decides, atomically, which
 * release is the last and which new lease comes too late.
 */
export interface Lease {
  /** Ends the lease. True when it was the last one; always false where no shell could watch, as no file was written then. */
  release(): boolean
  /** Ends the watcher without any action. Called once the clean-up that the watcher would do is done. */
  dismissWatcher(): void
  /** Ends the lease and leaves the server running, for example while it recovers: the next start adopts it. */
  abandon(): void
}

/** Starts a new set of leases for a server that is about to start: leases of an earlier server are void. */
export function resetLeases({ leases }: Folder): void {
  rmSync(leases, { recursive: true, force: true })
  mkdirSync(leases, { mode: 0o700 })
}

/** @returns Undefined when the last lease was just released and the server is about to stop. */
export function acquireLease(folder: Folder, data: string): Lease | undefined {
  const watcher = startWatcher(folder, data)
  const file = watcher.pid === undefined ? undefined : join(folder.leases, String(watcher.pid))
  try {
    removeStaleLeases(folder)
    if (file !== undefined) writeFileSync(file, '', { mode: 0o600 })
  } catch (error) {
    watcher.dismiss()
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return {
    release() {
      if (file === undefined) return false
      rmSync(file, { force: true })
      try {
        removeStaleLeases(folder)
        rmdirSync(folder.leases)
        return true
      } catch {
        return false
      }
    },
    dismissWatcher: watcher.dismiss,
    abandon() {
      watcher.dismiss()
      if (file !== undefined) rmSync(file, { force: true })
    },
  }
}

/** A process and its watcher can be killed together; then their file stays and is removed here. */
function removeStaleLeases({ path, leases }: Folder): void {
  for (const name of readdirSync(leases)) {
    if (!isWatcher(name, path)) rmSync(join(leases, name), { force: true })
  }
}

interface Watcher {
  /** Undefined where there is no `/bin/sh`. */
  readonly pid: number | undefined
  /** Makes it exit without any action. */
  dismiss(): void
}

/** Prefix of the file by which a watcher, a shell script, sees who holds the lock: the process id and a random id follow. */
export const HELD = 'lock-held-'

/** Prefix of the file by which a watcher announces that it removes the folder; its process id follows. */
export const REMOVAL = 'lock-removal-'

/** Comes on the watcher's command line before the folder, so that `isWatcher` recognizes the process. */
const WATCHER_NAME = 'galla-watcher'

/**
 * Stops the server when the process that started this shell has ended and held the last lease. It works after SIGKILL as
 * well: the kernel closes the process's end of the pipe from which this shell reads.
 */
const SCRIPT = `
folder=$1 data=$2
trap '' HUP INT TERM
read -r word && exit 0

rm -f "$folder/leases/$$"
rmdir "$folder/leases"

# Process ids are reused: check that it is the server of this data.
serves() {
  if [ -d /proc/self ]; then grep -qF -- "$data" "/proc/$pid/cmdline"
  else ps -ww -p "$pid" -o command= | grep -qF -- "$data"
  fi
}

# A server that was started a moment ago has not written its pid file yet.
pid= waits=0
until read -r pid < "$data/postmaster.pid" && serves; do
  waits=$((waits + 1))
  [ $waits -gt 30 ] && break
  sleep 0.1
done

# Another process has a lease, or has started a new server.
[ -d "$folder/leases" ] && exit 0
if serves; then
  kill -INT "$pid"
  waits=0
  while serves; do
    waits=$((waits + 1))
    [ $waits -eq 300 ] && kill -QUIT "$pid"
    [ $waits -gt 400 ] && exit 0
    sleep 0.1
  done
fi

# What follows excludes processes that hold the lock of the folder: see keepWatchersOut. A zombie has no command line.
runs() {
  if [ -d /proc/self ]; then grep -q . "/proc/$1/cmdline"
  else ps -p "$1" -o pid= | grep -q .
  fi
}
removal=$folder/${REMOVAL}$$ waits=0
while [ -d "$folder" ]; do
  echo > "$removal"
  busy=
  for held in "$folder/${HELD}"*; do
    holder=\${held##*/${HELD}}
    runs "\${holder%%-*}" && busy=1
  done
  [ "$busy" ] || break
  rm -f "$removal"
  waits=$((waits + 1))
  [ $waits -gt 600 ] && exit 0
  sleep 0.1
done

# Again: a process that held the lock may have started a new server.
if [ -d "$folder/leases" ]; then
  rm -f "$removal"
  exit 0
fi
# A copied folder has the record of the original.
if { read -r elsewhere && read -r owner; } < "$folder/socket-folder" && [ "$owner" = "$folder" ]; then
  case \${elsewhere##*/} in galla-??????) rm -rf -- "$elsewhere" ;; esac
  rm -f "$folder/socket-folder"
fi
# The announcement last: a process that waits for it finds nothing that is still being removed.
temporary=
if [ -e "$folder/temporary" ]; then
  temporary=1
  for entry in "$folder"/*; do
    [ "$entry" = "$removal" ] || rm -rf -- "$entry"
  done
fi
rm -f "$removal"
[ "$temporary" ] && rmdir "$folder"
exit 0
`

function startWatcher({ path }: Folder, data: string): Watcher {
  // Detached, in a session of its own: a signal from the terminal to this process must not end it.
  const child = spawn('/bin/sh', ['-c', SCRIPT, WATCHER_NAME, path, data], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '' },
  })
  const { stdin } = child as { stdin: typeof child.stdin & { unref?(): void } }
  for (const handle of [child, stdin]) {
    handle.on('error', () => {})
    handle.unref?.()
  }
  return { pid: child.pid, dismiss: () => void stdin.end('done\n') }
}

/**
 * Returns whether the process watches this folder. A zombie is not a watcher: it has no command line. Nor is a process of another user,
 * who can name it like one: only this user and the folder's start watchers.
 */
export function isWatcher(pid: string, path: string): boolean {
  try {
    const { uid, command } = processOf(pid)
    return [process.geteuid?.(), statSync(path).uid].includes(uid) && command.includes(`${WATCHER_NAME} ${path} `)
  } catch {
    return false
  }
}

function processOf(pid: string): { readonly uid: number; readonly command: string } {
  if (process.platform === 'linux') {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { uid: statSync(`/proc/${pid}`).uid, command }
  }
  const line = execFileSync('ps', ['-ww', '-p', pid, '-o', 'uid=', '-o', 'command='], { encoding: 'utf8' })
  return { uid: Number.parseInt(line, 10), command: line }
}
