import { z } from 'zod'

export const Account = z
  .object({
    email: z.email(),
    firstName: z.string(),
    lastName: z.string(),
    kind: z.enum(['SELLER', 'STAFF']),
    phone: z.string(),
    company: z.object({
      name: z.string(),
      corrId: z.string().nullable(),
      kind: z.enum(['SELLER', 'BUYER']),
    }),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

export const getName = ({ firstName, lastName }: Account) =>
  `${firstName} ${lastName}`

type SellerRow = readonly [
  name: string,
  domain: string,
  loanPrefix: string,
  share: number,
  ...people: string[],
]

/**
 * Sellers C1001, C1002, …: `share` is their part of the loans; the people are
 * seller@ and seller.two@. All invented.
 */
const sellerRows: readonly SellerRow[] = [
  ['ACME Home Lending', 'acme', 'ACM', 14, 'Maya Ortiz', 'Daniel Cho'],
  ['Birch Mortgage, LLC', 'birch', 'BIR', 10, 'Priya Raman'],
  [
    'Quillfeather Home Loans',
    'quillfeather',
    'QFH',
    8,
    'Simon Achterberg',
    'Joy Mbeki',
  ],
  [
    'Marlowick Mortgage, Inc.',
    'marlowick',
    'MLW',
    7,
    'Teresa Vance',
    'Ibrahim Saleh',
  ],
  ['Saltbrook Lending', 'saltbrook', 'SLT', 7, 'Nora Quist', 'Calvin Dupree'],
  [
    'Fennimoor Funding, LLC',
    'fennimoor',
    'FNM',
    6,
    'Elise Marchetti',
    'Rohan Desai',
  ],
  [
    'Harrowby & Pike Mortgage',
    'harrowbypike',
    'HPM',
    5,
    'Gwen Pike',
    'Arthur Lomax',
  ],
  [
    'Larkspindle Lending',
    'larkspindle',
    'LKS',
    5,
    'Camila Rojas',
    'Peter Wendell',
  ],
  ['Bramblecote Mortgage', 'bramblecote', 'BRC', 4, 'Hugh Stanfield'],
  ['Otterhall Home Finance', 'otterhall', 'OTH', 4, 'Mei Tanaka'],
  [
    'Pemberlane Mortgage, LP',
    'pemberlane',
    'PBL',
    4,
    'Dolores Ibarra',
    'Felix Granger',
  ],
  ['Wrenfold & Daughters Home Loans', 'wrenfold', 'WRF', 3, 'Beatrice Wren'],
  ['Kestrelmoor Lending Group', 'kestrelmoor', 'KSM', 3, 'Tomas Halvorsen'],
  ['Dovetarn Mortgage', 'dovetarn', 'DVT', 3, 'Aisha Rahimi'],
  ['Hollinshaw Lending, Inc.', 'hollinshaw', 'HLS', 3, 'Gordon Pelletier'],
  ['Thistlebeck Mortgage', 'thistlebeck', 'TSB', 3, "Fiona O'Dowd"],
  ['Ivoryquay Home Lending', 'ivoryquay', 'IVQ', 2, 'Samuel Adeyemi'],
  ['Mossgarth Funding', 'mossgarth', 'MSG', 2, 'Ingrid Solberg'],
  ['Plumwether Mortgage Company', 'plumwether', 'PLW', 2, 'Leonard Plum'],
  ['Sablefjord Lending, LLC', 'sablefjord', 'SBF', 2, 'Katya Morozova'],
  ['Umberlynn Home Loans', 'umberlynn', 'UMB', 2, 'Lynn Abernathy'],
  ['Vintermere Mortgage', 'vintermere', 'VNM', 1, 'José Villalobos'],
  // No share of the loans: the portal doesn't know the company until one of
  // its people signs in. The last loans are its own (loans.ts).
  [
    'Yarrowgate Lending, LLC',
    'yarrowgate',
    'YRG',
    0,
    'Odile Ferreira',
    'Bram Kessler',
  ],
]

/**
 * The buyer's people; `arrival` is unknown to the portal until the first
 * sign-in.
 */
const staffRows = [
  ['underwriter', 'Anna Lindqvist'],
  ['underwriter.two', 'Marcus Bellamy'],
  ['slr', 'Helena Novakova'],
  ['tradedesk', 'Victor Osei'],
  ['admin', 'Ruth Castellano'],
  ['bdd', 'Owen Fairbanks'],
  ['new', 'Lena Parkhurst'],
  ['arrival', 'Theo Lindgren'],
] as const

const splitName = (name: string) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { firstName, lastName }
}

export const sellers = sellerRows.map(
  ([name, domain, loanPrefix, share, ...people], index) => {
    const company = {
      name,
      corrId: `C${1001 + index}`,
      kind: 'SELLER' as const,
    }
    const accounts = people.map((person, place) => {
      const email = `${place === 0 ? 'seller' : 'seller.two'}@${domain}.example`
      return { email, ...splitName(person), kind: 'SELLER' as const, company }
    })
    return { company, loanPrefix, share, accounts }
  },
)

const findNewSeller = () => {
  const found = sellers.find(({ share }) => share === 0)
  if (!found) throw new Error('Every seller has a share of the loans')
  return found
}

/** The seller whom the portal doesn't know yet. */
export const newSeller = findNewSeller()

const staff = staffRows.map(([mailbox, person]) => ({
  email: `${mailbox}@buyer.example`,
  ...splitName(person),
  kind: 'STAFF' as const,
  company: { name: 'Buyer', corrId: null, kind: 'BUYER' as const },
}))

/**
 * Everyone who may sign in; the demo accounts come first. Phone numbers are
 * from the block reserved for fiction, 555-01xx.
 */
export const accounts: readonly Account[] = [
  ...sellers.slice(0, 2).flatMap((seller) => seller.accounts),
  ...staff,
  ...sellers.slice(2).flatMap((seller) => seller.accounts),
].map((account, index) => ({
  ...account,
  phone: `(${212 + ((index * 37) % 700)}) 555-01${String(index).padStart(2, '0')}`,
}))
