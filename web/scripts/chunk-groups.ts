import { join } from 'node:path'

type Info = { importedIds: readonly string[] } | null
type Context = { getModuleInfo: (id: string) => Info }

const source = join(import.meta.dirname, '..', 'src')
const screen = (route: string) => join(source, 'routes', `${route}.tsx?tsr-split=component`)

/** What people open day by day. */
const screens = [
  'slv/index',
  'slv/department/index',
  'condition-manager/{-$tdocId}',
  'reporting/single-loan-variance',
  'e-folder',
]

/** A module and all of ours that it imports at once; the bundler adds what those really use of libraries. */
const reached = (context: Context, from: readonly string[]) => {
  const seen = new Set<string>()
  const wait = [...from]
  for (let id = wait.pop(); id !== undefined; id = wait.pop()) {
    if (seen.has(id) || id.includes('/node_modules/')) continue
    seen.add(id)
    wait.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return seen
}

/**
 * Which modules share a file. By itself the bundler makes a file of each set of screens that share something: a first
 * visit requested a hundred, and browsers load six at a time. The code of the sign-in page is separate from the rest
 * from the portal, and that from what the daily screens have in common.
 */
const partOf = () => {
  let parts: ((id: string) => string | null) | undefined
  return (id: string, context: Context) => {
    parts ??= partsIn(context)
    return parts(id)
  }
}

const partsIn = (context: Context) => {
  const start = reached(context, [join(source, 'main.tsx')])
  const gate = reached(context, [join(source, 'features/auth/gate.tsx')])
  const portal = reached(context, [join(source, 'portal.tsx'), screen('_portal')])
  const daily = screens.map((route) => reached(context, [screen(`_portal/${route}`)]))
  return (id: string) => {
    if (start.has(id)) return 'start'
    if (gate.has(id)) return 'gate'
    if (portal.has(id)) return 'portal'
    return daily.filter((part) => part.has(id)).length > 1 ? 'daily' : null
  }
}

export const chunkGroups = () => {
  const name = partOf()
  const only = (part: string, priority: number) => ({
    priority,
    debugName: part,
    name: (id: string, context: Context) => (name(id, context) === part ? part : null),
  })
  return [only('start', 4), only('gate', 3), only('portal', 2), only('daily', 1)]
}
