import { Loan } from '@portal/contract/loan/model'
import { z } from 'zod'

const Account = z.object({
  email: z.string().toLowerCase(),
  firstName: z.string(),
  lastName: z.string(),
  kind: z.enum(['SELLER', 'STAFF']),
  phone: z.string().nullable(),
  company: z.object({ name: z.string(), corrId: z.string().nullable() }),
})
export type Account = z.infer<typeof Account>

const Accounts = z.object({ items: z.array(Account) })
const LoanPage = z.object({ items: z.array(Loan), total: z.number().int() })

const pageSize = 100
const atOnce = 3
/** Pages of all loans, and of one seller's, that are enough to tell 600 stories with. */
const pagesOfAll = 28
const pagesOfOne = 10

const ask = async <T>(url: URL, schema: z.ZodType<T>): Promise<T> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(15_000) })
  if (!answer.ok) throw new Error(`LoanDock answered ${answer.status} to ${url.pathname}`)
  return schema.parse(await answer.json())
}

/** Accounts that the demo leaves out: their first sign-in shows how people arrive. */
const newcomers = ['arrival@buyer.example', 'seller@yarrowgate.example']

/** LoanDock's accounts: sellers and staff, but for the newcomers. */
export const fetchAccounts = async (loanDockUrl: string): Promise<Account[]> =>
  (await ask(new URL('/accounts', loanDockUrl), Accounts)).items.filter(({ email }) => !newcomers.includes(email))

/** A fair sample of LoanDock's loans, and more of one seller's. */
export type Sample = { all: Loan[]; ofOne: Loan[] }

/** Pages from all over LoanDock's book, and from one seller's part of it. */
export async function fetchLoans(loanDockUrl: string, sellerCorrId: string): Promise<Sample> {
  const [all, ofOne] = await Promise.all([
    fetchPages(loanDockUrl, {}, pagesOfAll),
    fetchPages(loanDockUrl, { sellerCorrId }, pagesOfOne),
  ])
  return { all, ofOne }
}

async function fetchPages(loanDockUrl: string, filter: Record<string, string>, wanted: number): Promise<Loan[]> {
  const page = (number: number) => {
    const url = new URL('/loans', loanDockUrl)
    url.search = new URLSearchParams({ ...filter, page: String(number), size: String(pageSize) }).toString()
    return ask(url, LoanPage)
  }
  const first = await page(1)
  const rest = await together(spread(first.total, wanted).map((number) => () => page(number)))
  return [first, ...rest].flatMap(({ items }) => items)
}

/** Numbers of at most `wanted` pages after the first, evenly over all of them. */
const spread = (total: number, wanted: number): number[] => {
  const pages = Math.ceil(total / pageSize)
  const count = Math.min(wanted, pages - 1)
  return Array.from({ length: Math.max(0, count) }, (_, index) => 2 + Math.floor((index * (pages - 1)) / count))
}

/** Runs the calls, a few at a time; answers in their order. */
async function together<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers: T[] = []
  const waiting = [...calls.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) answers[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return answers
}
