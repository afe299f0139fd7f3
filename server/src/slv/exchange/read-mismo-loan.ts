import { formFields } from '@portal/contract/slv/form'
import type { ImportedField } from '@portal/contract/slv/import-api'
import { type Mapping, mismoColumns, type Subject } from './columns.ts'
import { type Element, findAll, leavesOf, readDeal, shortPath } from './read-mismo.ts'
import { invalid, parseValue, type ReadLoan } from './read-value.ts'

/** A loan of a MISMO file, with its numbers in lookup order. */
export type MismoLoan = ReadLoan & { numbers: string[] }

/** How many different unused elements are listed individually. */
const mostListed = 500
const mostNumbers = 5

/** Reads the loan of a MISMO file, and reports the result for every element that has a value. */
export async function readMismoLoan(name: string, path: string): Promise<MismoLoan> {
  const { root, deal } = await readDeal(name, path)
  const subject = subjectOf(deal)
  const numbers = identifiersOf(subject)
  const known = new Map<Element, string>(numbers.map((element) => [element, 'Identifies the loan']))
  const { values, unused } = readFields(subject, known)
  return {
    numbers: [...new Set(numbers.map(({ text }) => text.slice(0, 40)))].slice(0, mostNumbers),
    values,
    unused: [...unused, ...listUnused(leavesOf(root), known)],
  }
}

const textAt = (from: Element, path: string) => findAll(from, path)[0]?.text

function subjectOf(deal: Element): Subject {
  const loans = findAll(deal, 'LOANS/LOAN')
  const properties = findAll(deal, 'COLLATERALS/COLLATERAL/SUBJECT_PROPERTY')
  const isBorrower = (party: Element) =>
    findAll(party, 'ROLES/ROLE/ROLE_DETAIL/PartyRoleType').some(({ text }) => text === 'Borrower')
  return {
    loan: loans.find(({ attributes }) => (attributes.LoanRoleType ?? 'SubjectLoan') === 'SubjectLoan') ?? null,
    property: properties[0] ?? null,
    borrower: findAll(deal, 'PARTIES/PARTY').find(isBorrower) ?? null,
    properties: properties.length,
  }
}

/** The buyer's number first, then the seller's, then any other. */
const identifierTypes = ['InvestorLoan', 'SellerLoan', 'LenderLoan', null]

function identifiersOf({ loan }: Subject): Element[] {
  const rank = (type: string | undefined) => identifierTypes.findIndex((one) => one === null || one === type)
  return (loan ? findAll(loan, 'LOAN_IDENTIFIERS/LOAN_IDENTIFIER') : [])
    .flatMap((identifier) => {
      const [number] = findAll(identifier, 'LoanIdentifier')
      return number?.text ? [{ number, rank: rank(textAt(identifier, 'LoanIdentifierType')) }] : []
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ number }) => number)
}

/** The fields, by the table of columns. Adds to `known` why another element was used instead. */
function readFields(subject: Subject, known: Map<Element, string>): ReadLoan {
  const loan: ReadLoan = { values: [], unused: [] }
  const sources = new Map<string, string>()
  for (const mapping of mismoColumns) {
    const elements = mapping.find(subject)
    if (elements.length === 0) continue
    const used = sources.get(mapping.field)
    for (const element of elements) known.set(element, used ? `${used} was used instead` : '')
    if (used) continue
    const source = [...new Set(elements.map(shortPath))].join(' + ')
    sources.set(mapping.field, source)
    addField(loan, mapping, { source, elements, subject })
  }
  return loan
}

type Match = { source: string; elements: readonly Element[]; subject: Subject }

function addField({ values, unused }: ReadLoan, { field, read }: Mapping, { source, elements, subject }: Match) {
  const text = elements.map((element) => element.text).join(' + ')
  const meaning = read ? read(elements, subject) : { value: elements[0]?.text ?? '' }
  if ('problem' in meaning) {
    unused.push(invalid(source, field, text, meaning.problem))
    return
  }
  const { value, keeps = [], note = null } = meaning
  if (value === '') {
    values.push({ source, field, value, keeps, note })
    return
  }
  const [short, rounded] = shorten(field, String(value))
  const parsed = parseValue(field, short)
  if ('problem' in parsed) unused.push(invalid(source, field, text, parsed.problem))
  else values.push({ source, field, value: parsed.value, keeps, note: note ?? rounded ?? parsed.note })
}

/** Rounds ratios and amounts to two decimals, as the form has them. */
function shorten(field: Mapping['field'], text: string): [text: string, note: string | null] {
  const { kind } = formFields[field]
  if ((kind !== 'percent' && kind !== 'money') || !/^\d{1,12}\.\d{3,15}$/.test(text)) return [text, null]
  const rounded = String(Math.round(Number(text) * 100) / 100)
  return [rounded, Number(text) === Number(rounded) ? null : `Rounded from ${text}`]
}

const noField = 'The request has no field for this'

/** Elements that fill no field, by path. Their values are left out: the portal may not store them. */
function listUnused(leaves: readonly Element[], known: ReadonlyMap<Element, string>): ImportedField[] {
  const counts = new Map<string, number>()
  for (const leaf of leaves) {
    const reason = known.get(leaf) ?? noField
    if (reason !== '') count(counts, `${shortPath(leaf)}\n${reason}`)
  }
  const listed = [...counts].slice(0, mostListed).map(([key, times]) => {
    const [source = '', reason = ''] = key.split('\n')
    return unusedField(source, times === 1 ? reason : `${reason} (${times.toLocaleString('en-US')} times)`)
  })
  const left = counts.size - listed.length
  return left > 0 ? [...listed, unusedField(`${left.toLocaleString('en-US')} more elements`, noField)] : listed
}

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

const unusedField = (source: string, reason: string): ImportedField => ({
  ...{ source, reason, field: null, value: null },
  ...{ outcome: 'NOT_USED', previous: null },
})
