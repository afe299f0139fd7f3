import type { Comment, TdocComment } from '@portal/contract/conversation/model'
import { useProfile } from '../auth/queries.ts'

/** What a conversation is about: an SLV or a Tdoc. Whoever opens the conversation hands it in. */
export type Topic = { kind: 'SLV' | 'TDOC'; id: string }

/** What somebody said on either. */
export type Said = Comment | TdocComment

/** What a comment was said on. */
export const topicOf = (comment: Said): Topic =>
  'tdocId' in comment ? { kind: 'TDOC', id: comment.tdocId } : { kind: 'SLV', id: comment.proxyLoanId }

type Words = {
  name: string
  /** Who reads what is external and nothing internal. */
  outside: string
  outsideRole: 'SELLER' | 'TPR'
  request: string
  readers: string
  /** How a comment of theirs is marked. */
  side: string
  hint: string
}

/** In which words the two kinds differ. */
export const topicWords: Record<Topic['kind'], Words> = {
  SLV: {
    name: 'SLV',
    outside: 'seller',
    outsideRole: 'SELLER',
    request: 'request',
    readers: 'the seller reads this',
    side: 'Seller',
    hint: 'Ask what you would like to know about this request; the people who review it answer here.',
  },
  TDOC: {
    name: 'Tdoc',
    outside: 'vendor',
    outsideRole: 'TPR',
    request: 'Tdoc',
    readers: 'the vendor’s reviewers read this',
    side: 'Vendor',
    hint: 'Ask what you would like to know about this Tdoc; the underwriters who work on it answer here.',
  },
}

/** Whether one is a seller or a reviewer: they read and write external comments alone. */
export const useIsOutside = (): boolean => {
  const { role } = useProfile()
  return role === 'SELLER' || role === 'TPR'
}
