import { type Seller, sellers } from './companies.ts'
import type { Account, Company } from './model.ts'

const buyer: Company = { name: 'Buyer', corrId: null, kind: 'BUYER' }

const staff = {
  underwriter: ['Anna', 'Lindqvist'],
  'underwriter.two': ['Marcus', 'Bellamy'],
  slr: ['Helena', 'Novakova'],
  tradedesk: ['Victor', 'Osei'],
  admin: ['Ruth', 'Castellano'],
  bdd: ['Owen', 'Fairbanks'],
  new: ['Lena', 'Parkhurst'],
} as const

/** Who sells, by company; the first is seller@, the second seller.two@. */
const sellerPeople: Record<string, readonly (readonly [string, string])[]> = {
  acme: [
    ['Maya', 'Ortiz'],
    ['Daniel', 'Cho'],
  ],
  birch: [['Priya', 'Raman']],
  quillfeather: [
    ['Simon', 'Achterberg'],
    ['Joy', 'Mbeki'],
  ],
  marlowick: [
    ['Teresa', 'Vance'],
    ['Ibrahim', 'Saleh'],
  ],
  saltbrook: [
    ['Nora', 'Quist'],
    ['Calvin', 'Dupree'],
  ],
  fennimoor: [
    ['Elise', 'Marchetti'],
    ['Rohan', 'Desai'],
  ],
  harrowbypike: [
    ['Gwen', 'Pike'],
    ['Arthur', 'Lomax'],
  ],
  larkspindle: [
    ['Camila', 'Rojas'],
    ['Peter', 'Wendell'],
  ],
  bramblecote: [['Hugh', 'Stanfield']],
  otterhall: [['Mei', 'Tanaka']],
  pemberlane: [
    ['Dolores', 'Ibarra'],
    ['Felix', 'Granger'],
  ],
  wrenfold: [['Beatrice', 'Wren']],
  kestrelmoor: [['Tomas', 'Halvorsen']],
  dovetarn: [['Aisha', 'Rahimi']],
  hollinshaw: [['Gordon', 'Pelletier']],
  thistlebeck: [['Fiona', "O'Dowd"]],
  ivoryquay: [['Samuel', 'Adeyemi']],
  mossgarth: [['Ingrid', 'Solberg']],
  plumwether: [['Leonard', 'Plum']],
  sablefjord: [['Katya', 'Morozova']],
  umberlynn: [['Lynn', 'Abernathy']],
  vintermere: [['José', 'Villalobos']],
}

/**
 * Accounts of people whom the portal's demo does not bring along: they arrive there with their first sign-in. The seller's
 * company has sold nothing yet.
 */
const newcomers: readonly Omit<Account, 'phone'>[] = [
  {
    email: 'arrival@buyer.example',
    firstName: 'Theo',
    lastName: 'Lindgren',
    kind: 'STAFF',
    company: buyer,
  },
  {
    email: 'seller@yarrowgate.example',
    firstName: 'Odile',
    lastName: 'Ferreira',
    kind: 'SELLER',
    company: { name: 'Yarrowgate Lending, LLC', corrId: 'C1023', kind: 'SELLER' },
  },
]

/** Ten digits from the block that is kept free for fiction: 555-01xx. */
const phone = (index: number) => `(${212 + ((index * 37) % 700)}) 555-01${String(index).padStart(2, '0')}`

const peopleOf = ({ corrId, name, slug }: Seller) =>
  (sellerPeople[slug] ?? []).map(([firstName, lastName], index) => ({
    email: `${index === 0 ? 'seller' : 'seller.two'}@${slug}.example`,
    firstName,
    lastName,
    kind: 'SELLER' as const,
    company: { name, corrId, kind: 'SELLER' as const },
  }))

/** How many sellers stand before the staff: the accounts of the demo come first in every list. */
const firstSellers = 2

/** Everyone who may sign in through LoanDock. E-mail addresses are lower case. */
export const makeAccounts = (): Account[] => {
  const ofBuyer = Object.entries(staff).map(([mailbox, [firstName, lastName]]) => ({
    email: `${mailbox}@buyer.example`,
    firstName,
    lastName,
    kind: 'STAFF' as const,
    company: buyer,
  }))
  return [
    ...sellers.slice(0, firstSellers).flatMap(peopleOf),
    ...ofBuyer,
    ...sellers.slice(firstSellers).flatMap(peopleOf),
    ...newcomers,
  ].map((account, index) => ({ ...account, phone: phone(index) }))
}
