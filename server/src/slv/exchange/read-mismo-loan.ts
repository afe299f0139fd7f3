import { formFields } from '@portal/contract/slv/form'
import type { ImportedField } from '@portal/contract/slv/import-api'
import {
  type Mapping,
  type Meaning,
  mismoColumns,
  type Subject,
} from './columns.ts'
import { findSubject } from './find-subject.ts'
import {
  type Element,
  findAll,
  findLeaves,
  readDeal,
  shortPath,
} from './read-mismo.ts'
import {
  invalid,
  isPlaceholder,
  notUsed,
  noValue,
  parseValue,
  type ReadLoan,
} from './read-value.ts'

/** A loan of a MISMO file, with its numbers in lookup order. */
export type MismoLoan = ReadLoan & { numbers: string[] }

/** How many different unused elements are listed individually. */
const maxListed = 500
const maxNumbers = 5

/**
 * Reads the loan of a MISMO file, and reports the result for every element that
 * has a value.
 */
export async function readMismoLoan(
  name: string,
  path: string,
): Promise<MismoLoan> {
  const { root, deal } = await readDeal(name, path)
  const subject = findSubject(deal)
  const numbers = listIdentifiers(subject)
  const known = new Map<Element, string>(
    numbers.map((element) => [element, 'Identifies the loan']),
  )
  const { values, unused } = readFields(subject, known)
  return {
    numbers: [...new Set(numbers.map(({ text }) => text.slice(0, 40)))].slice(
      0,
      maxNumbers,
    ),
    values,
    unused: [...unused, ...listUnused(findLeaves(root), known)],
  }
}

const textAt = (from: Element, path: string) => findAll(from, path)[0]?.text

/** The buyer's number first, then the seller's, then any other. */
const identifierTypes = ['InvestorLoan', 'SellerLoan', 'LenderLoan', null]

function listIdentifiers({ loan }: Subject): Element[] {
  const rank = (type: string | undefined) =>
    identifierTypes.findIndex((one) => one === null || one === type)
  return (loan ? findAll(loan, 'LOAN_IDENTIFIERS/LOAN_IDENTIFIER') : [])
    .flatMap((identifier) => {
      const [number] = findAll(identifier, 'LoanIdentifier')
      return number?.text
        ? [{ number, rank: rank(textAt(identifier, 'LoanIdentifierType')) }]
        : []
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ number }) => number)
}

/**
 * The fields, by the table of columns. Adds to `known` what became of each
 * element that a column reads.
 */
function readFields(subject: Subject, known: Map<Element, string>): ReadLoan {
  const loan: ReadLoan = { values: [], unused: [] }
  const sources = new Map<string, string>()
  for (const mapping of mismoColumns) {
    const elements = mapping.find(subject)
    if (elements.length === 0) continue
    const meaning = interpret(mapping, elements, subject)
    const used = sources.get(mapping.field)
    const isMissing =
      'value' in meaning && isPlaceholder(mapping.field, String(meaning.value))
    for (const element of elements)
      known.set(element, describeUse(used, isMissing))
    if (used || isMissing) continue
    const source = [...new Set(elements.map(shortPath))].join(' + ')
    sources.set(mapping.field, source)
    addField(loan, mapping.field, { source, elements, meaning })
  }
  return loan
}

/** Why an element isn't used; empty for one that is. */
function describeUse(used: string | undefined, isMissing: boolean): string {
  if (isMissing) return noValue
  return used ? `${used} was used instead` : ''
}

const interpret = (
  { read }: Mapping,
  elements: readonly Element[],
  subject: Subject,
): Meaning =>
  read ? read(elements, subject) : { value: elements[0]?.text ?? '' }

type Match = { source: string; elements: readonly Element[]; meaning: Meaning }

function addField(
  { values, unused }: ReadLoan,
  field: Mapping['field'],
  { source, elements, meaning }: Match,
) {
  const text = elements.map((element) => element.text).join(' + ')
  if ('problem' in meaning) {
    unused.push(invalid(source, field, text, meaning.problem))
    return
  }
  const { value, keeps = [], note = null } = meaning
  const common = { source, field, keeps, keepsMore: true }
  if (value === '') {
    values.push({ ...common, value, note })
    return
  }
  const [short, rounded] = shorten(field, String(value))
  const parsed = parseValue(field, short)
  if ('problem' in parsed)
    unused.push(invalid(source, field, text, parsed.problem))
  else
    values.push({
      ...common,
      value: parsed.value,
      note: note ?? rounded ?? parsed.note,
    })
}

/** Rounds ratios and amounts to two decimals, as the form has them. */
function shorten(
  field: Mapping['field'],
  text: string,
): [text: string, note: string | null] {
  const { kind } = formFields[field]
  if (
    (kind !== 'percent' && kind !== 'money') ||
    !/^\d{1,12}\.\d{3,15}$/.test(text)
  )
    return [text, null]
  const rounded = String(Math.round(Number(text) * 100) / 100)
  return [
    rounded,
    Number(text) === Number(rounded) ? null : `Rounded from ${text}`,
  ]
}

const noField = 'The request has no field for this'
const ofAnother = 'Belongs to another loan, property or person in the file'

/**
 * Elements that fill no field, by path. Their values are left out: the portal
 * may not store them.
 */
function listUnused(
  leaves: readonly Element[],
  known: ReadonlyMap<Element, string>,
): ImportedField[] {
  const counts = new Map<string, number>()
  const knownPaths = new Set([...known.keys()].map(shortPath))
  for (const leaf of leaves) {
    const isOfAnother = knownPaths.has(shortPath(leaf))
    const reason = known.get(leaf) ?? (isOfAnother ? ofAnother : noField)
    if (reason !== '') count(counts, `${shortPath(leaf)}\n${reason}`)
  }
  const listed = [...counts].slice(0, maxListed).map(([key, times]) => {
    const [source = '', reason = ''] = key.split('\n')
    return notUsed(
      source,
      times === 1
        ? reason
        : `${reason} (${times.toLocaleString('en-US')} times)`,
    )
  })
  const left = counts.size - listed.length
  return left > 0
    ? [
        ...listed,
        notUsed(`${left.toLocaleString('en-US')} more elements`, noField),
      ]
    : listed
}

const count = (counts: Map<string, number>, key: string) =>
  counts.set(key, (counts.get(key) ?? 0) + 1)
