import type { Comment, TdocComment } from '@portal/contract/conversation/model'
import { useProfile } from '../../records/auth/queries.ts'

/** What a conversation is about. */
export type Topic = { kind: 'SLV' | 'TDOC'; id: string }

export type AnyComment = Comment | TdocComment

export const toTopic = (comment: AnyComment): Topic =>
  'tdocId' in comment
    ? { kind: 'TDOC', id: comment.tdocId }
    : { kind: 'SLV', id: comment.proxyLoanId }

type Words = {
  name: string
  /** Who reads only external comments. */
  outside: string
  outsideRole: 'SELLER' | 'TPR'
  request: string
  readers: string
  /** The mark on their comments. */
  side: string
  hint: string
}

export const topicTexts: Record<Topic['kind'], Words> = {
  SLV: {
    name: 'SLV',
    outside: 'seller',
    outsideRole: 'SELLER',
    request: 'request',
    readers: 'visible to the seller',
    side: 'Seller',
    hint: 'Ask a question about this request. The reviewers answer here.',
  },
  TDOC: {
    name: 'Tdoc',
    outside: 'vendor',
    outsideRole: 'TPR',
    request: 'Tdoc',
    readers: 'visible to the vendor’s reviewers',
    side: 'Vendor',
    hint: 'Ask a question about this Tdoc. The underwriters answer here.',
  },
}

/**
 * Whether the user is a seller or a reviewer, who read and write only external
 * comments.
 */
export const useIsOutside = (): boolean => {
  const { role } = useProfile()
  return role === 'SELLER' || role === 'TPR'
}
