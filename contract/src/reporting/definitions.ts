/** What a figure says of itself: what is counted, from when, and over how many. One text for the page and its PDF. */
export type Definition = { label: string; what: string; from: string; over: string }

const requested = 'By the day in New York on which the SLV was first sent'
const all = 'All requests within the filter'
const having = (what: string) => `The requests within the filter that have ${what}`

/** Said once for the whole page. */
export const countedText =
  'A request is an SLV that was sent. It counts once, however often it was resubmitted, with its present status and figures. Drafts are left out, a resubmission that is still being prepared among them.'

/**
 * The one definition of each figure of Reporting > SLVs. The keys are the names of the summary's fields; the server computes
 * what stands here, and the tests compute it a second time.
 */
export const definitions = {
  totalRequests: {
    label: 'Total # of requests',
    what: 'SLVs that were sent, each counted once',
    from: requested,
    over: all,
  },
  avgTurnTime: {
    label: 'Turn time',
    what: "Business days that the buyer had the request, from sending to the final decision, of all its rounds; the seller's time is not in it",
    from: requested,
    over: 'The requests within the filter that are decided: approved, denied or not needed',
  },
  totalSlvs: {
    label: 'Total # of SLVs',
    what: 'Single loan variances: the items that the requests ask for',
    from: requested,
    over: all,
  },
  avgSlvsByRequest: {
    label: 'Avg. SLVs by request',
    what: 'Total # of SLVs divided by Total # of requests',
    from: requested,
    over: all,
  },
  totalVolume: {
    label: 'Total volume $',
    what: 'Sum of the loan amounts',
    from: requested,
    over: having('a loan amount'),
  },
  avgLoanAmount: {
    label: 'Avg. Loan Amount',
    what: 'Total volume divided by the requests that have a loan amount',
    from: requested,
    over: having('a loan amount'),
  },
  avgCreditScore: {
    label: 'Avg. Fico',
    what: 'Average credit score as given in the request',
    from: requested,
    over: having('a credit score'),
  },
  avgLtv: {
    label: 'Avg. LTV',
    what: 'Average loan-to-value, percent, as given in the request',
    from: requested,
    over: having('an LTV'),
  },
  avgDti: {
    label: 'Avg. DTI',
    what: 'Average debt-to-income, percent, as given in the request',
    from: requested,
    over: having('a DTI'),
  },
  avgDscr: {
    label: 'Avg. DSCR',
    what: 'Average debt service coverage, rent over payment, as given in the request',
    from: requested,
    over: having('a DSCR'),
  },
  avgPostCloseReserves: {
    label: 'Avg. Post Close Reserves',
    what: 'Average of the total reserves after closing, dollars, as given in the request',
    from: requested,
    over: having('total post-close reserves'),
  },
  prePostPercentage: {
    label: '% of requests',
    what: 'Share of the requests made before closing and after it; the two add up to 100',
    from: requested,
    over: all,
  },
  prePostCount: {
    label: 'Number of requests',
    what: 'Requests made before closing and after it',
    from: requested,
    over: all,
  },
  prePostTurnTime: {
    label: 'Average turn time',
    what: 'Turn time, apart for requests made before closing and after it',
    from: requested,
    over: 'The decided requests of each type within the filter',
  },
  statusGroups: {
    label: '% of requests by status',
    what: 'Share of the requests in each group of statuses, by the status that they have now; the groups add up to 100',
    from: requested,
    over: all,
  },
  requestsOverTime: {
    label: 'Requests Over Time',
    what: 'Requests by the month in New York in which they were first sent, from the earliest month to this one; months without any are zero, and so are those after the end of the timeframe',
    from: requested,
    over: all,
  },
  topSellers: {
    label: 'Top Sellers',
    what: 'Share of the requests that each seller sent; equal shares stand by name',
    from: requested,
    over: all,
  },
  topPrograms: {
    label: 'Top Programs',
    what: 'Share of the requests in each non-agency program; equal shares stand by name',
    from: requested,
    over: all,
  },
  topStates: {
    label: 'Top States',
    what: 'Share of the requests by the state of the property; equal shares stand by name',
    from: requested,
    over: all,
  },
  topReasons: {
    label: 'Top Reasons',
    what: 'Share of the single loan variances that give each reason; equal shares stand by name',
    from: requested,
    over: 'All single loan variances of the requests within the filter: a request may ask for several',
  },
  loanAmountByProgram: {
    label: 'Average Loan Amount By Program',
    what: 'Average loan amount of each non-agency program, the highest first',
    from: requested,
    over: having('a program and a loan amount'),
  },
  occupancyDistribution: {
    label: 'Occupancy Distribution',
    what: 'Share of the requests by the occupancy of the property; they add up to 100',
    from: requested,
    over: all,
  },
} as const satisfies Record<string, Definition>
export type FigureKey = keyof typeof definitions

/** Said once for the capacity table. */
export const capacityText =
  'A unit is a sent SLV that is assigned to the underwriter now. It counts once; drafts are left out, and what nobody is assigned to is told apart.'

/** The same for the columns of the Underwriter Capacity table. */
export const capacityDefinitions = {
  totalUnits: {
    label: 'Total units',
    what: 'SLVs assigned to the underwriter',
    from: requested,
    over: 'All units within the filter',
  },
  avgUnits: {
    label: 'Avg. units per month',
    what: 'Total units divided by the number of months',
    from: requested,
    over: 'The months of the table: the chosen ones, else from the earliest request within the filter to this month or the end of the timeframe',
  },
  avgLoanAmount: {
    label: 'Avg. Loan Amount',
    what: 'Sum of the loan amounts divided by the units that have one',
    from: requested,
    over: "The underwriter's units that have a loan amount",
  },
  avgTurntime: {
    label: 'Avg. Turn time',
    what: 'Business days that the buyer had the request, from sending to the final decision, of all its rounds',
    from: requested,
    over: "The underwriter's units that are decided: approved, denied or not needed",
  },
  countBy: {
    label: 'Count',
    what: 'Units in each group of statuses by the status that they have now, or by the month in New York in which they were first sent',
    from: requested,
    over: "The underwriter's units within the filter",
  },
} as const satisfies Record<string, Definition>
export type CapacityKey = keyof typeof capacityDefinitions

/** Label of what has no program, state, reason or occupancy. */
export const notGivenLabel = 'Not given'
