import { z } from 'zod'
import { getKeys } from '../lib/typed.ts'
import type { Role } from '../user/model.ts'

/**
 * What an SLV needs from the seller's side, most urgent first: sending the
 * documents that were answered, answering the requested ones, an answer to the
 * buyer's last comment while the SLV is open, answers to the conditions of an
 * approval, a decision about a recent denial, the rest of a draft, or the end of
 * a requested withdrawal.
 */
export const needLabels = {
  UNSENT: 'Send the answered documents',
  DOCUMENTS: 'Send the documents',
  COMMENT: 'Answer the comment',
  CONDITIONS: 'Answer the conditions',
  DENIED: 'Denied: resubmit?',
  DRAFT: 'Finish the draft',
  WITHDRAWAL: 'Withdrawal requested',
}
export const needs = getKeys(needLabels)
export const Need = z.enum(needs)
export type Need = z.infer<typeof Need>

/** For how many days a denial and the buyer's last comment need the seller. */
export const needDays = 30

/** Whether a role sees what an SLV needs from the seller's side. */
export const hasNeeds = (role: Role): boolean =>
  role === 'SELLER' || role === 'BDD' || role === 'UBDD'

/** Who looks at a need: only its owner acts on most of them. */
type NeedReader = { role: Role; isOwner: boolean }

type NeedAction = {
  owner: string
  /** A seller who sees the whole company. */
  colleague: string
  /** A BDD reads only (conversation/policy.ts). */
  bdd: string
}

const needActions: Record<Need, NeedAction> = {
  UNSENT: {
    owner: 'Send answered documents',
    colleague: 'View documents',
    bdd: 'View documents',
  },
  DOCUMENTS: {
    owner: 'Send documents',
    colleague: 'View documents',
    bdd: 'View documents',
  },
  COMMENT: { owner: 'Answer', colleague: 'Answer', bdd: 'Read the comment' },
  CONDITIONS: {
    owner: 'Answer conditions',
    colleague: 'View conditions',
    bdd: 'View conditions',
  },
  DENIED: {
    owner: 'Resubmit',
    colleague: 'View decision',
    bdd: 'View decision',
  },
  DRAFT: { owner: 'Continue', colleague: 'View draft', bdd: 'View draft' },
  WITHDRAWAL: {
    owner: 'View withdrawal',
    colleague: 'View withdrawal',
    bdd: 'View withdrawal',
  },
}

/** The one action of a row that needs its reader. */
export const needActionLabel = (
  need: Need,
  { role, isOwner }: NeedReader,
): string => {
  const labels = needActions[need]
  if (role !== 'SELLER') return labels.bdd
  return isOwner ? labels.owner : labels.colleague
}
