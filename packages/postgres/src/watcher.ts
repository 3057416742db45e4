import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Folder } from './folder.ts'

/** A shell that waits for our end. */
export interface Watcher {
  /** Undefined where there is no shell: then nobody watches. */
  readonly pid: number | undefined
  /** We have let go ourselves: it ends and does nothing. */
  dismiss(): void
}

/** Stands on its command line, before the folder. */
const NAME = 'galla-watcher'

/**
 * Ends the server when the last process that held it is gone, however that ended: SIGKILL leaves no time for a last word,
 * but the kernel closes our end of the pipe at which this shell reads.
 */
const SCRIPT = `
folder=$1 data=$2
trap '' HUP INT TERM
read -r word && exit 0

rm -f "$folder/holders/$$"
rmdir "$folder/holders"

# A process id is used again: it must still be the server of this data.
serves() {
  if [ -d /proc/self ]; then grep -qF -- "$data" "/proc/$pid/cmdline"
  else ps -ww -p "$pid" -o command= | grep -qF -- "$data"
  fi
}

# One that was started a moment ago has not left its mark yet.
pid= waits=0
until read -r pid < "$data/postmaster.pid" && serves; do
  waits=$((waits + 1))
  [ $waits -gt 30 ] && break
  sleep 0.1
done

# Somebody else still holds it, or has begun a new one.
[ -d "$folder/holders" ] && exit 0
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

if read -r elsewhere < "$folder/socket-folder"; then
  case \${elsewhere##*/} in galla-??????) rm -rf -- "$elsewhere" ;; esac
  rm -f "$folder/socket-folder"
fi
[ -e "$folder/temporary" ] && rm -rf -- "$folder"
exit 0
`

export function startWatcher({ path }: Folder, data: string): Watcher {
  // Its own session: what ends us from a terminal must not end it too.
  const child = spawn('/bin/sh', ['-c', SCRIPT, NAME, path, data], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '' },
  })
  const { stdin } = child as { stdin: typeof child.stdin & { unref?(): void } }
  for (const end of [child, stdin]) {
    end.on('error', () => {})
    end.unref?.()
  }
  return { pid: child.pid, dismiss: () => void stdin.end('done\n') }
}

/** One that has ended and waits for somebody to notice watches no more: it has no command line. */
export function isWatcher(pid: string, path: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-p', pid, '-o', 'command='], { encoding: 'utf8' })
    return command.includes(`${NAME} ${path} `)
  } catch {
    return false
  }
}
