import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program of this bench in a process of its own, that answers each message with one. */
export type Child = {
  ask: <Answer>(message: unknown) => Promise<Answer>
  pid: number | undefined
  stop: () => Promise<void>
}

/** Whoever has not ended by then waits for something that nobody wants any more. */
const endMs = 8000

type Answer = { answer: unknown } | { error: string }

/** Starts `program` (a file beside this folder's parent). What it logs goes nowhere, its errors to ours. */
export function startChild(program: string, args: string[] = [], nodeOptions: string[] = []): Child {
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url))
  const child: ChildProcess = fork(path, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: nodeOptions,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ask = async <Answer>(message: unknown) => {
    child.send(message as never)
    const ended = new AbortController()
    const gone = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
      throw new Error(`${program} ended with ${code}`)
    })
    const [said] = (await Promise.race([once(child, 'message', { signal: ended.signal }), gone])) as [Answer]
    ended.abort()
    gone.catch(() => undefined)
    if (said !== null && typeof said === 'object' && 'error' in said) throw new Error(String(said.error))
    return (said as { answer: Answer }).answer
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    const timer = setTimeout(() => child.kill('SIGKILL'), endMs)
    if (child.connected) child.disconnect()
    await exit
    clearTimeout(timer)
  }
  return { ask, pid: child.pid, stop }
}

/** The child's side: answers each message of its parent by `work`, and ends by `end` when the parent lets go. */
export function serveParent(work: (message: never) => Promise<unknown>, end: () => Promise<void>): void {
  process.on('message', (message) => {
    work(message as never).then(
      (answer) => process.send?.({ answer } satisfies Answer),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? error.message : String(error) } satisfies Answer),
    )
  })
  process.on('disconnect', () => {
    end().finally(() => process.exit(0))
  })
}
