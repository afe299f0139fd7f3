/**
 * A second reading of who may do what, taken only from spec.md §2 and §6 and product.md §1, §2 and §6. A right is a role
 * with the permissions that it needs after a plus. `everyone` is each of the six roles, `public` needs no session.
 */

/** Who sees SLVs, and who sees Tdocs (product.md §1). */
const slvPeople = 'SELLER UNDERWRITER BDD UBDD'
const tdocPeople = 'UNDERWRITER TPR'
const staff = 'UNDERWRITER BDD UBDD'
const requesters = 'SELLER UNDERWRITER'
const looksAfterPeople =
  'UNDERWRITER+managePermissions UNDERWRITER+myCompanyAdmin SELLER+myCompanyAdmin TPR+myCompanyAdmin'
const invites = 'UNDERWRITER+inviteTpr TPR+inviteTpr'

/** Who may make each call at all. */
export const callers: Record<string, string> = {
  public: `
    POST /v1/auth/log-in
    POST /v1/auth/log-out
    GET /v1/branding
    POST /v1/auth/tpr/email
    GET /v1/auth/tpr/challenge
    POST /v1/auth/tpr/resend-code
    POST /v1/auth/tpr/email/otp
    POST /v1/auth/tpr/passkey/options
    POST /v1/auth/tpr/passkey
    POST /v1/auth/tpr/check-link
    PATCH /v1/auth/tpr/set-password
    POST /v1/auth/tpr/reset-password`,
  everyone: `
    GET /v1/auth/profile
    POST /v1/auth/role
    POST /v1/auth/password
    GET /v1/auth/second-factor
    POST /v1/auth/second-factor/totp
    POST /v1/auth/second-factor/totp/confirm
    POST /v1/auth/second-factor/totp/remove
    POST /v1/auth/second-factor/passkeys
    POST /v1/auth/second-factor/passkeys/options
    POST /v1/auth/second-factor/passkeys/:id/remove
    GET /v1/auth/sessions
    DELETE /v1/auth/sessions
    DELETE /v1/auth/sessions/:id
    GET /v1/notifications
    PATCH /v1/notifications/:id
    PATCH /v1/notifications/statuses
    DELETE /v1/notifications/:id
    GET /v1/notifications/settings
    PATCH /v1/notifications/settings
    PATCH /v1/users
    GET /v1/users/:userId`,
  [slvPeople]: `
    GET /v1/proxy-loans
    GET /v1/proxy-loans/statistics
    GET /v1/proxy-loans/get-seller-filter
    GET /v1/proxy-loans/get-buyer-non-agency-program-filter
    GET /v1/proxy-loans/download
    GET /v1/proxy-loans/download/check
    POST /v1/pdf-printer
    POST /v1/proxy-loan/:id/report/send
    GET /v1/proxy-loan/:id
    GET /v1/proxy-loan/:id/detailed
    GET /v1/proxy-loan/:id/report
    GET /v1/proxy-loan/:id/report/recipients
    GET /v1/proxy-loan/:id/documents
    GET /v1/proxy-loan/:id/all-documents
    GET /v1/proxy-loan/:id/document/:documentId
    DELETE /v1/proxy-loan/:id/document/:documentId
    GET /v1/proxy-loan/:id/documents/:documentId/download
    GET /v1/proxy-loan/:id/documents/:documentId/pages
    GET /v1/proxy-loan/:id/documents/:documentId/pages/:page
    GET /v1/proxy-loan/:id/conversation-log
    GET /v1/proxy-loan/:id/conversation-log/state
    GET /v1/proxy-loan/:id/slv-decision-request/:requestId
    POST /v1/proxy-loan-history/:id
    GET /v1/proxy-loan-history/:id/slv-history
    GET /v1/proxy-loan-history/:id/documents
    GET /v1/proxy-loan-history/:id/information-edits
    GET /v1/proxy-loan-history/:id/user-filter
    GET /v1/loans/:n`,
  'SELLER+myCompanyView': 'GET /v1/proxy-loans/my-company-statistics',
  'UNDERWRITER+viewSlvDepartment BDD UBDD': 'GET /v1/proxy-loans/department-statistics',
  SELLER: `
    GET /v1/loans/check-loan/:n
    POST /v1/loans/check-loan/:n
    POST /v1/proxy-loan/:id/documents
    POST /v1/proxy-loan/:id/documents/upload-pending-documents
    POST /v1/proxy-loan/:id/send-request
    POST /v1/proxy-loan/:id/set-withdraw-pending
    POST /v1/proxy-loan/:id/set-draft-resubmitted
    POST /v1/proxy-loan/:id/set-resubmitted
    POST /v1/proxy-loan/:id/discard-draft`,
  [requesters]: `
    PATCH /v1/proxy-loan/:id
    POST /v1/proxy-loan/:id/slv-request
    PATCH /v1/proxy-loan/:id/slv-request/:requestId
    DELETE /v1/proxy-loan/:id/slv-request/:requestId
    POST /v1/conversation-log/proxy-loan
    PATCH /v1/conversation-log/:id/proxy-loan
    GET /v1/users/proxy-loan/external`,
  [`${requesters} TPR`]: 'DELETE /v1/conversation-log/:id',
  [tdocPeople]: `
    GET /v1/tdocs
    GET /v1/tdocs/download
    GET /v1/tdocs/download/check
    GET /v1/tdocs/filter-options
    GET /v1/tdocs/:id
    GET /v1/tdocs/:id/activity-log
    GET /v1/tdocs/:id/image
    GET /v1/tdocs/:id/image/pages
    GET /v1/tdocs/:id/image/pages/:page
    GET /v1/sla/tdoc/:id/explanation
    GET /v1/tdocs/:id/review-categories
    GET /v1/tdocs/:id/conversation-log
    GET /v1/tdocs/:id/conversation-log/state
    PATCH /v1/review-category/:id/set-reviewer
    POST /v1/review-category/:id/update-done
    GET /v1/review-category/:id/history
    POST /v1/conversation-log/tdoc
    PATCH /v1/conversation-log/:id/tdoc
    GET /v1/users/tdoc/external`,
  TPR: `
    POST /v1/tdocs/:id/tpr/set-response
    GET /v1/data-capture-tpr/table
    POST /v1/data-capture-tpr/upload-file
    GET /v1/data-capture-tpr/:id/rejects
    GET /v1/data-capture-tpr/template`,
  UNDERWRITER: `
    PATCH /v1/tdocs/underwriter/set-multiple-reviewers
    PATCH /v1/tdocs/underwriter/set-multiple-underwriters
    POST /v1/tdocs/underwriter/set-status
    POST /v1/tdocs/underwriter/set-progress-tracking
    POST /v1/tdocs/underwriter/escalation
    POST /v1/tdocs
    GET /v1/tdocs/check-loan/:loanNumber
    POST /v1/review-category
    PATCH /v1/review-category/:id/set-status
    POST /v1/tdocs/check-image-file-name
    GET /v1/users/tdoc/internal
    GET /v1/loans/underwriter/check-loan/:n
    GET /v1/loans/underwriter/check-loans/:n
    POST /v1/loans/underwriter/check-loans/:n
    POST /v1/proxy-loan/:id/documents/underwriter-documents
    POST /v1/proxy-loan/:id/document/:documentId/send-to-ldp
    POST /v1/proxy-loan/:id/slv-decision-request
    PATCH /v1/proxy-loan/:id/slv-decision-request/:requestId
    DELETE /v1/proxy-loan/:id/slv-decision-request/:requestId
    POST /v1/proxy-loan/underwriter/:id/start-review-process
    POST /v1/proxy-loan/underwriter/:id/set-pending-documents
    POST /v1/proxy-loan/underwriter/:id/set-slr-pending
    POST /v1/proxy-loan/underwriter/:id/set-slr-info-received
    POST /v1/proxy-loan/underwriter/:id/set-td-pending
    POST /v1/proxy-loan/underwriter/:id/make-final-decision
    POST /v1/proxy-loan/underwriter/:id/set-withdraw-approved
    POST /v1/proxy-loan/underwriter/:id/set-withdraw-declined
    POST /v1/proxy-loan/underwriter/:productLoanId/create-post-close
    GET /v1/users/proxy-loan/internal
    GET /v1/reporting/slv/summary
    GET /v1/reporting/slv/table
    GET /v1/reporting/slv/figures
    GET /v1/reporting/slv/sellers
    GET /v1/reporting/slv/programs
    POST /v1/reporting/slv/download
    GET /v1/reporting/schedules
    POST /v1/reporting/schedules
    PATCH /v1/reporting/schedules/:id
    POST /v1/reporting/schedules/:id/send
    DELETE /v1/reporting/schedules/:id`,
  'UNDERWRITER+myOwn': 'POST /v1/loans/underwriter/check-loan/:n',
  'UNDERWRITER+manageSlr': `
    POST /v1/proxy-loan/underwriter/:id/set-slr-review
    POST /v1/proxy-loan/underwriter/:id/set-slr-pending-info
    POST /v1/proxy-loan/underwriter/:id/set-slr-completed`,
  'UNDERWRITER+manageTradeDesk': `
    POST /v1/proxy-loan/underwriter/:id/set-td-review
    POST /v1/proxy-loan/underwriter/:id/set-td-completed`,
  'UNDERWRITER+assignLoans': 'PATCH /v1/proxy-loan/assign-requests',
  'UNDERWRITER+assignLoansSlr': 'POST /v1/proxy-loan/underwriter/assign-slr',
  'UNDERWRITER+assignLoansTradeDesk': 'POST /v1/proxy-loan/underwriter/assign-td',
  'UNDERWRITER+assignLoans SELLER+myCompanyReassignSlv': 'PATCH /v1/proxy-loan/assign-seller',
  [staff]: `
    GET /v1/sla
    GET /v1/sla/proxy-loan/:id/explanation
    GET /v1/users/underwriters
    GET /v1/users/bdd`,
  [`${staff} TPR`]: 'GET /v1/sla/tdoc',
  [`${staff} SELLER+myCompanyReassignSlv`]: 'GET /v1/users/sellers',
  'UNDERWRITER+manageSla': `
    PATCH /v1/sla
    GET /v1/sla/calendar
    PATCH /v1/sla/calendar
    GET /v1/sla/changes
    POST /v1/sla/effect`,
  'UNDERWRITER+managePermissions': `
    POST /v1/notifications
    GET /v1/notifications/announcements
    POST /v1/notifications/announcements
    PATCH /v1/users/roles
    GET /v1/tdocs/intake/runs
    GET /v1/tdocs/intake/runs/:id/rejects
    PATCH /v1/companies/:companyId/bdd`,
  [looksAfterPeople]: `
    GET /v1/users
    GET /v1/users/:userId/changes
    GET /v1/users/:userId/open-work
    POST /v1/users/:userId/second-factor/remove
    PATCH /v1/users/permissions
    PATCH /v1/users/status`,
  [invites]: 'POST /v1/auth/tpr/invite',
  [`${looksAfterPeople} ${invites}`]: 'GET /v1/companies',
}

/** The tabs of SLVs (product.md §1). */
export const tabs = {
  MY_OWN: 'SELLER UNDERWRITER',
  MY_COMPANY: 'SELLER+myCompanyView',
  SLR: 'UNDERWRITER+manageSlr',
  TRADE_DESK: 'UNDERWRITER+manageTradeDesk',
  ALL: 'UNDERWRITER+viewSlvDepartment BDD UBDD',
} as const

/** The tables of Tdocs (product.md §1), and who may make each move of one at all (product.md §4). */
export const tdocTables = {
  ACTIVE: tdocPeople,
  PURCHASED_POST_PURCHASED: 'UNDERWRITER+managePurchasedTdocs TPR',
} as const
export const tdocMovers = {
  'set-underwriter': 'UNDERWRITER',
  'set-reviewer': 'UNDERWRITER',
  'set-progress-tracking': 'UNDERWRITER',
  'ask-review': 'UNDERWRITER',
  return: 'UNDERWRITER',
  complete: 'UNDERWRITER',
  'set-response': 'TPR',
  'add-category': 'UNDERWRITER',
  escalate: 'UNDERWRITER',
} as const

/** Who may make each move at all (product.md §2), by the ending of its call. */
export const movers = {
  save: requesters,
  'send-request': 'SELLER',
  'start-review-process': 'UNDERWRITER',
  reopen: 'UNDERWRITER',
  'set-pending-documents': 'UNDERWRITER',
  'upload-pending-documents': 'SELLER',
  'set-slr-pending': 'UNDERWRITER',
  'set-slr-review': 'UNDERWRITER+manageSlr',
  'set-slr-pending-info': 'UNDERWRITER+manageSlr',
  'set-slr-info-received': 'UNDERWRITER',
  'set-slr-completed': 'UNDERWRITER+manageSlr',
  'set-td-pending': 'UNDERWRITER',
  'set-td-review': 'UNDERWRITER+manageTradeDesk',
  'set-td-completed': 'UNDERWRITER+manageTradeDesk',
  'make-final-decision': 'UNDERWRITER',
  'set-withdraw-pending': 'SELLER',
  'set-withdraw-approved': 'UNDERWRITER',
  'set-withdraw-declined': 'UNDERWRITER',
  'set-draft-resubmitted': 'SELLER',
  'set-resubmitted': 'SELLER',
  'discard-draft': 'SELLER',
  'assign-requests': 'UNDERWRITER+assignLoans',
  'assign-slr': 'UNDERWRITER+assignLoansSlr',
  'assign-td': 'UNDERWRITER+assignLoansTradeDesk',
  'assign-seller': 'UNDERWRITER+assignLoans SELLER+myCompanyReassignSlv',
} as const
