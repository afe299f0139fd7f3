// The words that name folders and files. A name that is not here: is it two things? If it is one, add its word.

/** The same names in contract, server and web. */
export const areas = [
  ...['auth', 'user', 'slv', 'slv-request', 'document', 'conversation', 'history', 'notification', 'tdoc'],
  ...['review-category', 'data-capture', 'loan', 'sla', 'reporting'],
]

/** Folders beside the areas, by package. */
export const places = {
  contract: ['lib'],
  server: ['lib', 'demo'],
  web: ['shell'],
  sandbox: ['lib', 'loan-dock', 'mailbox', 'sftp', 'test'],
}

/** Files of an area in the contract. */
export const contractFiles = [
  // every area may have these
  ...['model', 'policy', 'transitions', 'api', 'messages'],
  // what an SLV's model and calls are too long for
  ...['status', 'form', 'figures', 'clocks', 'answers', 'bodies', 'list-query', 'table-mode', 'timeframe'],
  ...['decision'],
  ...['visible-fields', 'visible', 'distance', 'calendar', 'navigation', 'labels', 'rules', 'target', 'compare'],
  // calls of an area that are about somebody or something else than the rest
  ...['tpr-api', 'factor-api', 'manage-api', 'manage-policy', 'list-api'],
  // what figures mean, and the answers that hold them
  ...['definitions', 'summary', 'capacity', 'summary-api', 'schedule', 'schedule-api'],
  // what the first screen loads, apart from the rest
  ...['row'],
]

/** Files of an area in the server that are neither a verb nor a question. */
export const serverFiles = [
  ...['routes', 'visible', 'present', 'notify', 'present-rows', 'columns', 'lock', 'within', 'filter', 'sort'],
  ...['clock-sql', 'filter-options', 'round', 'topic'],
  // tests of a law that no single file holds
  ...['matrix', 'four-eyes', 'races', 'walks', 'parity', 'secrets', 'processes'],
  // signing in
  ...['cookie', 'guard', 'session', 'tickets', 'profile', 'tpr-routes', 'factor-routes', 'schedule-routes'],
]

/** A write is a file named by its verb. */
export const verbs = [
  ...[
    'add',
    'answer',
    'apply',
    'ask',
    'assign',
    'change',
    'check',
    'choose',
    'close',
    'complete',
    'create',
    'decide',
    'delete',
    'discard',
  ],
  ...[
    'draw',
    'edit',
    'end',
    'enter',
    'export',
    'insert',
    'hold',
    'invite',
    'keep',
    'learn',
    'load',
    'log',
    'make',
    'mark',
    'move',
    'open',
  ],
  ...[
    'perform',
    'print',
    'read',
    'receive',
    'recommend',
    'record',
    'remove',
    'reopen',
    'resend',
    'reset',
    'resubmit',
    'save',
    'send',
    'set',
  ],
  ...[
    'sign',
    'start',
    'summarise',
    'store',
    'sweep',
    'switch',
    'take',
    'tell',
    'undo',
    'update',
    'upload',
    'use',
    'verify',
    'withdraw',
    'write',
  ],
]

/** A read is a file named by its question. */
export const questions = [
  ...[
    'find',
    'list',
    'look-up',
    'count',
    'detail',
    'statistics',
    'prefill',
    'owner',
    'changes',
    'slvs-of-loan',
    'rounds',
  ],
  ...['filters', 'available', 'timeline', 'explain', 'search'],
]

/** Names that say nothing of what is inside. */
export const empty = ['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'shared', 'types', 'constants', 'index']
