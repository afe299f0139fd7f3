import { tally } from './add-up.ts'
import { chooseSlvs } from './choose-slvs.ts'
import { keepAnswers } from './keep-answers.ts'
import type { FigureKeeper, Figures } from './keep-figures.ts'
import { everything } from './read-filter.ts'

/** A list of choices goes no further; whoever searches narrows it. */
const most = 50

type Names = { sellers: readonly string[]; programs: readonly string[] }

/** What somebody may filter the figures by: the names of what is counted, everybody's, as the figures are. */
export function findNames(keeper: FigureKeeper) {
  const answers = keepAnswers<Names>()
  const find =
    (of: keyof Names) =>
    async (search: string): Promise<string[]> => {
      const figures = await keeper.fresh()
      const names = answers(figures, '', () => namesIn(figures))[of]
      const wanted = search.toLowerCase()
      return names.filter((name) => name.toLowerCase().includes(wanted)).slice(0, most)
    }
  return { sellers: find('sellers'), programs: find('programs') }
}

/** One walk tells the names of all; they are kept until something changes. */
function namesIn(figures: Figures): Names {
  const { columns, names } = figures
  const { company, program } = columns.arrays()
  const counted = chooseSlvs(figures, everything)
  const { companies, programs } = columns
  const sellers = tally(company, counted, companies.values.length)
  const chosen = tally(program, counted, programs.values.length)
  return {
    sellers: sorted(
      companies.values.flatMap((id, code) =>
        (sellers[code] ?? 0) > 0 ? (names.companies.get(id ?? '')?.name ?? []) : [],
      ),
    ),
    programs: sorted(programs.values.flatMap((name, code) => ((chosen[code] ?? 0) > 0 ? (name ?? []) : []))),
  }
}

const inOrder = new Intl.Collator('en-US')
const sorted = (names: readonly string[]) => [...new Set(names)].sort(inOrder.compare)
