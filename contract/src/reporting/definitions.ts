/** The definition of a figure, for the page and its PDF. */
export type Definition = { label: string; what: string; over: string }

const figure = (
  label: string,
  what: string,
  over = 'All requests in the filter',
): Definition => ({ label, what, over })
const having = (what: string) => `Requests in the filter that have ${what}`

export const dateText = 'By the day the SLV was first sent, New York time'

/** What a request is, for the whole page. */
export const countedText =
  'A request is an SLV that was sent. It counts once, no matter how often it was resubmitted, with its current status and figures. Drafts are excluded, including draft resubmissions.'

/**
 * The definition of each figure of Reporting > SLVs, by the name of its field
 * in the summary.
 */
export const definitions = {
  totalRequests: figure(
    'Total # of requests',
    'SLVs that were sent, each counted once',
  ),
  avgTurnTime: figure(
    'Turn time',
    'Business days the buyer had the request, from submission to the final decision, across all rounds; seller time is excluded',
    'Decided requests in the filter: approved, denied or not needed',
  ),
  totalSlvs: figure(
    'Total # of SLVs',
    'Number of single loan variances requested',
  ),
  avgSlvsByRequest: figure(
    'Avg. SLVs by request',
    'Total # of SLVs divided by Total # of requests',
  ),
  totalVolume: figure(
    'Total volume $',
    'Sum of the loan amounts',
    having('a loan amount'),
  ),
  avgLoanAmount: figure(
    'Avg. Loan Amount',
    'Total volume divided by the number of requests that have a loan amount',
    having('a loan amount'),
  ),
  avgCreditScore: figure(
    'Avg. Fico',
    'Average credit score, from the request',
    having('a credit score'),
  ),
  avgLtv: figure(
    'Avg. LTV',
    'Average loan-to-value ratio in percent, from the request',
    having('an LTV'),
  ),
  avgDti: figure(
    'Avg. DTI',
    'Average debt-to-income ratio in percent, from the request',
    having('a DTI'),
  ),
  avgDscr: figure(
    'Avg. DSCR',
    'Average debt service coverage ratio (rent divided by PITIA), from the request',
    having('a DSCR'),
  ),
  avgPostCloseReserves: figure(
    'Avg. Post Close Reserves',
    'Average total post-close reserves in dollars, from the request',
    having('total post-close reserves'),
  ),
  prePostPercentage: figure(
    '% of requests',
    'Share of pre-close and post-close requests; they add up to 100',
  ),
  prePostCount: figure(
    'Number of requests',
    'Pre-close and post-close requests',
  ),
  prePostTurnTime: figure(
    'Average turn time',
    'Turn time of pre-close and post-close requests',
    'Decided requests of each type in the filter',
  ),
  statusGroups: figure(
    '% of requests by status',
    'Share of requests in each status group, by current status; the groups add up to 100',
  ),
  requestsOverTime: figure(
    'Requests Over Time',
    'Requests by the month they were first sent (New York time), from the earliest month to this month; months without requests and months after the timeframe show zero',
  ),
  topSellers: figure(
    'Top Sellers',
    'Share of requests from each seller; ties are sorted by name',
  ),
  topPrograms: figure(
    'Top Programs',
    'Share of requests by non-agency program; ties are sorted by name',
  ),
  topStates: figure(
    'Top States',
    'Share of requests by property state; ties are sorted by name',
  ),
  topReasons: figure(
    'Top Reasons',
    'Share of single loan variances with each reason; ties are sorted by name',
    'All single loan variances of the requests in the filter; a request can have several',
  ),
  loanAmountByProgram: figure(
    'Average Loan Amount By Program',
    'Average loan amount of each non-agency program, highest first',
    having('a program and a loan amount'),
  ),
  occupancyDistribution: figure(
    'Occupancy Distribution',
    'Share of requests by occupancy; the shares add up to 100',
  ),
}
export type FigureKey = keyof typeof definitions

/** What a unit is, for the capacity table. */
export const capacityText =
  'A unit is a sent SLV that is currently assigned to the underwriter. It counts once. Drafts are excluded, and unassigned SLVs are shown separately.'

/** The definition of each column of the Underwriter Capacity table. */
export const capacityDefinitions = {
  totalUnits: figure(
    'Total units',
    'SLVs assigned to the underwriter',
    'All units in the filter',
  ),
  avgUnits: figure(
    'Avg. units per month',
    'Total units divided by the number of months',
    'The months chosen in the table; otherwise from the earliest request in the filter to this month or the end of the timeframe',
  ),
  avgLoanAmount: figure(
    'Avg. Loan Amount',
    'Sum of the loan amounts divided by the number of units that have one',
    "The underwriter's units that have a loan amount",
  ),
  avgTurntime: figure(
    'Avg. Turn time',
    'Business days the buyer had the request, from submission to the final decision, across all rounds',
    "The underwriter's decided units: approved, denied or not needed",
  ),
  countBy: figure(
    'Count',
    'Units in each status group by current status, or by the month they were first sent (New York time)',
    "The underwriter's units in the filter",
  ),
}
export type CapacityKey = keyof typeof capacityDefinitions

/** Label of requests without a program, state, reason or occupancy. */
export const notGivenLabel = 'Not provided'
