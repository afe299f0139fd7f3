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

const ask = async <T>(url: URL, schema: z.ZodType<T>): Promise<T> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(15_000) })
  if (!answer.ok) throw new Error(`LoanDock answered ${answer.status} to ${url.pathname}`)
  return schema.parse(await answer.json())
}

/** Accounts that the demo leaves out: their first sign-in shows how people arrive. */
const newcomers = ['arrival@buyer.example', 'seller@yarrowgate.example']

/** LoanDock's accounts, sellers and staff, without the newcomers. */
export const fetchAccounts = async (loanDockUrl: string): Promise<Account[]> =>
  (await ask(new URL('/accounts', loanDockUrl), Accounts)).items.filter(({ email }) => !newcomers.includes(email))

/** Loans from at most `wanted` pages, spread evenly over all that match the filter. */
export async function fetchLoans(loanDockUrl: string, filter: Record<string, string>, wanted: number): Promise<Loan[]> {
  const page = (number: number) => {
    const url = new URL('/loans', loanDockUrl)
    url.search = new URLSearchParams({ ...filter, page: String(number), size: String(pageSize) }).toString()
    return ask(url, LoanPage)
  }
  const { items: loans, total } = await page(1)
  const pages = Math.ceil(total / pageSize)
  const step = Math.max(1, pages / wanted)
  for (let number = 1 + step; number <= pages; number += step) loans.push(...(await page(Math.floor(number))).items)
  return loans
}
