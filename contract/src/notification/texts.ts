import type { NotificationAction } from './model.ts'

type MailText = {
  /** What happened; {who} is the name of the person who did it. */
  what: string
  /** What the reader does next; empty if nothing. */
  next: string
  button: string
}

const openRequest = 'Open the request'
const openReview = 'Open the review'
const openTdoc = 'Open the Tdoc'
const openConversation = 'Open the conversation'
const openConditions = 'Open the conditions'
const openPortal = 'Open the portal'
const answer = 'You can answer in the conversation.'

/** What the email of a notification says, beside its facts. */
export const mailTexts: Record<NotificationAction, MailText> = {
  PENDING: {
    what: '{who} sent a request for review.',
    next: 'Review it and decide.',
    button: openRequest,
  },
  REASSIGNED: {
    what: '{who} assigned this SLV to you.',
    next: 'Open it to see its status and next step.',
    button: openRequest,
  },
  REASSIGNED_FROM: {
    what: '{who} reassigned an SLV that you had.',
    next: 'You don’t have to do anything.',
    button: openPortal,
  },
  SLVS_REASSIGNED: {
    what: '{who} assigned all SLVs of a colleague to you.',
    next: 'Your list begins with what needs you.',
    button: 'See your SLVs',
  },
  SLVS_REASSIGNED_FROM: {
    what: '{who} reassigned all SLVs that you owned.',
    next: 'You don’t have to do anything.',
    button: openPortal,
  },
  SELLER_PENDING: {
    what: 'Requested documents have not arrived.',
    next: 'The review continues when they arrive.',
    button: openRequest,
  },
  WITHDRAW_REQUEST_RECEIVED: {
    what: '{who} asked to withdraw this request.',
    next: 'Approve or decline the withdrawal.',
    button: openRequest,
  },
  WITHDRAW_CANCELED: {
    what: '{who} canceled the withdrawal of this request.',
    next: 'The review continues.',
    button: openRequest,
  },
  APPROVED: {
    what: '{who} approved this request.',
    next: 'Check the terms and what the approval is subject to.',
    button: 'See the decision',
  },
  DECLINED: {
    what: '{who} denied this request.',
    next: 'You can resubmit with different figures, more documents or more compensating factors, or ask the underwriter in the conversation.',
    button: 'See the decision',
  },
  NOT_NEEDED: {
    what: '{who} decided that this loan needs no variance.',
    next: 'You don’t have to do anything.',
    button: 'See the decision',
  },
  APPROVAL_EXPIRES: {
    what: 'The approval of this request expires soon.',
    next: 'After that day, the request has to be reopened or requested again.',
    button: openRequest,
  },
  FIGURES_CHANGED: {
    what: 'LoanDock’s figures for this loan differ from the approval.',
    next: 'Check whether the approval still covers the loan. If it doesn’t, the request has to be reopened or requested again.',
    button: 'See the figures',
  },
  REOPENED: {
    what: '{who} reopened the decision on this request.',
    next: 'The request is in review again.',
    button: openRequest,
  },
  DOCUMENTS_REQUESTED: {
    what: '{who} asked for documents.',
    next: 'Add each one, name a file that you already sent, or say why you can’t provide it. Then send them. The review continues when they arrive.',
    button: 'Send the documents',
  },
  DOCUMENTS_REMINDER: {
    what: '{who} still needs the requested documents.',
    next: 'Add each one, name a file that you already sent, or say why you can’t provide it. Then send them.',
    button: 'Send the documents',
  },
  DOCUMENTS_WAIVED: {
    what: '{who} continued the review without the requested documents.',
    next: 'You don’t have to do anything. The history says why.',
    button: openRequest,
  },
  CONDITION_ANSWERED: {
    what: '{who} answered a condition.',
    next: 'Mark it as met or waived.',
    button: openConditions,
  },
  CONDITION_MET: {
    what: '{who} marked a condition of the approval as met.',
    next: 'You don’t have to do anything about it.',
    button: openConditions,
  },
  CONDITION_WAIVED: {
    what: '{who} waived a condition of the approval.',
    next: 'You don’t have to do anything about it.',
    button: openConditions,
  },
  CONDITION_CHANGED: {
    what: '{who} changed the conditions of the approval.',
    next: 'Check them, and answer those that are open.',
    button: openConditions,
  },
  CONDITIONS_DUE: {
    what: 'Conditions of the approval are due soon.',
    next: 'Answer each one with a document or a sentence.',
    button: openConditions,
  },
  CONDITIONS_OVERDUE: {
    what: 'Conditions of the approval are overdue.',
    next: 'The approval can’t be used until its conditions are met or waived.',
    button: openConditions,
  },
  DOCUMENTS_SUBMITTED: {
    what: '{who} sent the requested documents.',
    next: 'Continue the review.',
    button: openRequest,
  },
  SLR_PENDING: {
    what: '{who} requested an SLR review.',
    next: 'Start the review.',
    button: openReview,
  },
  SLR_PENDING_INFO: {
    what: '{who} requested information for the SLR review.',
    next: 'Send the information, so that the review continues.',
    button: openRequest,
  },
  SLR_INFO_RECEIVED: {
    what: '{who} sent the information for the SLR review.',
    next: 'Continue the review.',
    button: openReview,
  },
  SLR_COMPLETED: {
    what: '{who} completed the SLR review.',
    next: 'Read the recommendation and decide.',
    button: openRequest,
  },
  TD_PENDING: {
    what: '{who} requested a trade desk review.',
    next: 'Start the review.',
    button: openReview,
  },
  TD_COMPLETED: {
    what: '{who} completed the trade desk review.',
    next: 'Read the recommendation and decide.',
    button: openRequest,
  },
  WITHDRAW_APPROVED: {
    what: '{who} approved your withdrawal.',
    next: 'The request is closed. You don’t have to do anything.',
    button: openRequest,
  },
  WITHDRAW_UPDATE: {
    what: '{who} declined your withdrawal.',
    next: 'The review continues.',
    button: openRequest,
  },
  RESUBMITTED: {
    what: '{who} resubmitted this request.',
    next: 'Review it and decide.',
    button: openRequest,
  },
  DRAFT_RESUBMITTED: {
    what: '{who} is preparing a resubmission of this request.',
    next: 'You don’t have to do anything until it is sent.',
    button: openRequest,
  },
  DRAFT_DISCARDED: {
    what: '{who} discarded the resubmission of this request.',
    next: 'The decision stays in effect.',
    button: openRequest,
  },
  TDOC_RECEIVED: {
    what: '{who} sent you a Tdoc.',
    next: 'Review it.',
    button: openTdoc,
  },
  TDOC_RETURNED: {
    what: '{who} returned this Tdoc to you.',
    next: 'Check what is missing, then respond again.',
    button: openTdoc,
  },
  TDOC_RESPONSE_ADDED: {
    what: '{who} responded to this Tdoc.',
    next: 'Review the response.',
    button: openTdoc,
  },
  TDOC_COMMENT: {
    what: '{who} wrote a comment.',
    next: answer,
    button: openConversation,
  },
  TDOC_TAG: {
    what: '{who} mentioned you in a comment.',
    next: answer,
    button: openConversation,
  },
  PROXY_LOAN_COMMENT: {
    what: '{who} wrote a comment.',
    next: answer,
    button: openConversation,
  },
  PROXY_LOAN_TAG: {
    what: '{who} mentioned you in a comment.',
    next: answer,
    button: openConversation,
  },
  MY_COMPANY_VIEW: {
    what: '{who} gave you access to all SLVs of your company.',
    next: 'You find them in your list, under My Company.',
    button: openPortal,
  },
  MY_COMPANY_ADMIN: {
    what: '{who} made you an administrator of your company.',
    next: 'You find its people in the settings, under Permissions.',
    button: openPortal,
  },
  MY_COMPANY_REASSIGN_SLV: {
    what: '{who} allowed you to reassign the SLVs of your company.',
    next: 'Select SLVs in your list to reassign them.',
    button: openPortal,
  },
  PERMISSIONS_CHANGED: {
    what: '{who} changed your permissions.',
    next: '',
    button: openPortal,
  },
  ROLES_CHANGED: {
    what: '{who} set your roles.',
    next: 'Open the portal to start.',
    button: openPortal,
  },
  ACCESS_REQUESTED: {
    what: 'A new person has no role yet.',
    next: 'Give them a role, or decline their request.',
    button: 'Open their account',
  },
  ACCESS_REFUSED: {
    what: '{who} declined your access request. The reason:',
    next: 'You can ask again in the portal.',
    button: openPortal,
  },
  ACCOUNT_ACTIVATED: {
    what: '{who} activated your account.',
    next: 'Sign in to continue.',
    button: openPortal,
  },
  API_KEY_ENDS: {
    what: 'An API key will expire.',
    next: 'Rotate it in the settings, under Integrations.',
    button: openPortal,
  },
  WEBHOOK_DISABLED: {
    what: 'A webhook was disabled.',
    next: 'Enable it again in the settings, under Integrations.',
    button: openPortal,
  },
  ANNOUNCEMENT: {
    what: '{who} wrote to you.',
    next: '',
    button: openPortal,
  },
}
