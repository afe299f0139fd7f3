// The words that folder and file names are made of. If a name isn't here: is it
// two things? If it is one, add its word.

const words = (text) => text.trim().split(/\s+/)

/** The same names in contract, server and web. */
export const areas = words(`
  auth user people slv slv-request document condition conversation history notification tdoc review-category data-capture loan
  sla guideline authority price analytics reporting live assignment view integration system retention scim backup
`)

/** Folders beside the areas, by package. */
export const places = {
  contract: ['lib'],
  server: ['lib', 'demo'],
  web: ['shell'],
  sandbox: ['lib', 'loan-dock', 'mailbox', 'sftp', 'oidc', 'test'],
}

/** Files of an area in the contract. */
export const contractFiles = words(`
  model policy transitions api messages status form figures clocks counts range answers bodies list-query table-mode
  oidc-api timeframe decision visible-fields visible distance calendar navigation labels rules target compare tpr-api
  factor-api manage-api manage-policy list-api definitions summary capacity summary-api schedule schedule-api
  events row figures scope evaluate fit factors texts eligibility check-rules verdicts columns import-api
  fit-text rule-text needs expectation access-api mail validity drift letter letter-api mail-refusal
  requested-figures check terms suggestion story like-cases consistency
  consistency-api exceptions
`)

/** Files of an area in the server that are neither a verb nor a question. */
export const serverFiles = words(`
  routes jobs visible present notify columns lock resubmission within filter clock-sql filter-options round
  versions topic matrix four-eyes races walks parity compliance secrets processes cookie guard session tickets profile challenge throttle
  schedule-routes
`)

/** A write is a file named by its verb. */
export const verbs = words(`
  add answer apply archive ask assign balance cache change check claim compare complete convert copy create decide delete discard dismiss draw edit encrypt end enter
  erase escalate evaluate export import insert invite keep load lock log make mark move notify open perform plan print publish read receive
  record remind remove replay request resend reset revoke rotate resubmit save scan send set split store summarize sweep switch undo update upload link restore
  unsubscribe use write
`)

/** A read is a file named by its question. */
export const questions = words(`
  find list look-up count detail statistics prefill owner changes slvs-of-loan rounds filters explain search workload
`)

/**
 * The last word of a module without a component in a feature of the web; hooks
 * begin with `use-` instead.
 */
export const webModules = words(`
  queries writes search view views filter list columns fields field sort tabs text titles labels colors
  choices actions draft drafts change problems uploads uploader editor context key link route source sources
  address topic number file months neighbors empty item flow token end stream refresh focus figures typing
`)

/** Names that don't say what is inside. */
export const empty = words(
  'util utils helper helpers common misc shared types constants index',
)
