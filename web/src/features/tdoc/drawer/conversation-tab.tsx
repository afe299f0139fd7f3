import { Suspense } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { ConversationSkeleton } from '../../conversation/conversation-skeleton.tsx'
import { Covering } from '../../conversation/question.tsx'

const ConversationPanel = lazy(async () => ({
  default: (await import('../../conversation/conversation-panel.tsx')).ConversationPanel,
}))

type ConversationTabProps = {
  tdocId: string
  /** A question stands over the drawer. */
  onCover: (isCovered: boolean) => void
}

/** What people say to each other about a Tdoc. */
export const ConversationTab = ({ tdocId, onCover }: ConversationTabProps) => (
  <Suspense fallback={<ConversationSkeleton />}>
    <Covering value={onCover}>
      <ConversationPanel key={tdocId} topic={{ kind: 'TDOC', id: tdocId }} />
    </Covering>
  </Suspense>
)
