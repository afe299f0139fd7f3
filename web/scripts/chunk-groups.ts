import { readdirSync } from 'node:fs'
import { join } from 'node:path'

type Info = {
  importedIds: readonly string[]
  dynamicImporters: readonly string[]
} | null
type Context = { getModuleInfo: (id: string) => Info }

const source = join(import.meta.dirname, '..', 'src')
const screen = (route: string) =>
  join(source, 'routes', `${route}.tsx?tsr-split=component`)

/** The screens that people use every day: the lists, and others. */
const lists = [
  'slv/index',
  'slv/department/index',
  'condition-manager/{-$tdocId}',
]
const otherDaily = ['reporting/single-loan-variance', 'e-folder']

/** The screen of an SLV, which is opened from the lists. */
const opened = 'slv/manage-request/$proxyLoanId'

/** All screens except those of a request. */
const otherScreens = readdirSync(join(source, 'routes'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.tsx') && !/request/.test(file))
  .map((file) => file.replace(/\.tsx$/, ''))

/**
 * Modules that this screen loads on demand and shows immediately (weights.mjs
 * counts them).
 */
export const visible = [
  'slv/decision/decision-bar.tsx',
  'slv/page/side-panel.tsx',
  'slv/form/request-sections.tsx',
  'slv/queue/queue-nav.tsx',
  'document/shared/document-pane.tsx',
  'live/shared/presence-note.tsx',
]

/**
 * Modules and all of ours that they import statically. The bundler adds what
 * these use of libraries.
 */
const reached = (context: Context, from: readonly string[]) => {
  const seen = new Set<string>()
  const queue = [...from]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id) || id.includes('/node_modules/')) continue
    seen.add(id)
    queue.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return seen
}

/**
 * Library modules that both an SLV and the lists use. Otherwise they would be
 * in the lists' chunk, which an SLV would then load as well.
 */
const shared =
  /\/@mantine\/core\/esm\/components\/(?:ActionIcon|Anchor|Input|InputBase|TextInput)\/|\/(?:use-callback-ref|use-debounced-callback)\/|\/Icon(?:Arrow(?:Down|Up)|Chevron(?:Left|Right)|Download|Minus|Plus)\.mjs$/

/** Library modules that both an SLV and screens other than the lists use. */
const controls =
  /\/@mantine\/core\/esm\/components\/(?:Autocomplete|Combobox|InlineInput|Radio|ScrollArea|Select|Tabs|Textarea|Title)\/|\/use-resize-observer\/|[iI]nfiniteQuery|\/Icon(?:Cloud\w+|Dots|Eye|EyeOff|FileText|Mail|MailForward|Pencil|Photo|Refresh|Trash)\.mjs$/

const createPartOf = (context: Context) => {
  const start = reached(context, [join(source, 'main.tsx')])
  const gate = reached(context, [join(source, 'features/auth/gate.tsx')])
  const portal = reached(context, [
    join(source, 'portal.tsx'),
    screen('_portal'),
    // The sidebar shows the views on every screen.
    join(source, 'features/view/shared/sidebar-views.tsx'),
  ])
  const reachedFrom = (route: string) =>
    reached(context, [screen(`_portal/${route}`)])
  const inLists = lists.map(reachedFrom)
  const daily = [...inLists, ...otherDaily.map(reachedFrom)]
  const slv = reached(context, [
    screen(`_portal/${opened}`),
    ...visible.map((file) => join(source, 'features', file)),
  ])
  const elsewhere = reached(context, otherScreens.map(screen))
  // What is loaded on demand keeps its own file, by which it is found.
  const isOnDemand = (id: string) =>
    (context.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
  const partOfScreens = (id: string) => {
    const isDaily = daily.filter((part) => part.has(id)).length >= 2
    if (isDaily && !slv.has(id)) return 'daily'
    if (isDaily && inLists.some((part) => part.has(id))) return 'common'
    if (!slv.has(id) || isOnDemand(id)) return null
    return elsewhere.has(id) ? 'controls' : 'slv'
  }
  return (id: string) => {
    if (start.has(id)) return 'start'
    if (gate.has(id)) return 'gate'
    if (portal.has(id)) return 'portal'
    if (shared.test(id)) return 'common'
    return controls.test(id) ? 'controls' : partOfScreens(id)
  }
}

/**
 * Which modules share a file. By default the bundler makes a file of each set
 * of screens that share something: a first visit would request a hundred files,
 * and browsers load six at a time. The sign-in page is separate from the rest
 * of the portal, and the portal from what the daily screens have in common, of
 * which an SLV needs a part: `common`. The rest of an SLV is in two files: `controls` is
 * what other screens use as well. Fewer files also compress better.
 */
export const chunkGroups = () => {
  let partOf: ReturnType<typeof createPartOf> | undefined
  return ['slv', 'controls', 'daily', 'common', 'portal', 'gate', 'start'].map(
    (part, priority) => ({
      priority,
      debugName: part,
      name: (id: string, context: Context) => {
        partOf ??= createPartOf(context)
        return partOf(id) === part ? part : null
      },
    }),
  )
}
