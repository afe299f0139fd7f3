import { Tabs } from '@mantine/core'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { DescriptionTab, descriptionTabs } from '@portal/contract/tdoc/model'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { useProfile } from '../../../records/auth/queries.ts'
import { EventTimeline } from '../../../records/tdoc/event-timeline.tsx'
import { tdocActivityQuery } from '../../../records/tdoc/queries.ts'
import { Paged } from '../../../ui/list/paged.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { ConversationCount } from '../../conversation/shared/conversation-count.tsx'
import { Covering } from '../../conversation/shared/question.tsx'
import { CategoryList } from '../../review-category/shared/category-list.tsx'

const ConversationPanel = lazy(
  () => import('../../conversation/shared/conversation-panel.tsx'),
  'ConversationPanel',
  <ListSkeleton label="Loading the conversation" />,
)

const labels: Record<DescriptionTab, string> = {
  REVIEW_CATEGORY: 'Review category',
  CONVERSATION_LOG: 'Conversation log',
  ACTIVITY_LOG: 'Activity log',
}

type TdocTabsProps = {
  tdoc: Tdoc
  tab: DescriptionTab | undefined
  onTab: (tab: DescriptionTab) => void
  onCover: (isCovered: boolean) => void
}

export const TdocTabs = ({ tdoc, tab, onTab, onCover }: TdocTabsProps) => {
  const { role } = useProfile()
  const [wantsComment, setWantsComment] = useState(false)
  const tabs = useRef<HTMLDivElement>(null)
  const comment = () => {
    setWantsComment(true)
    onTab('CONVERSATION_LOG')
    tabs.current?.querySelector('textarea')?.focus()
  }
  useKeys([{ keys: 'm', label: 'Add a comment', run: comment }], {
    isInDrawer: true,
  })
  const shown =
    tab ?? (role === 'UNDERWRITER' ? 'REVIEW_CATEGORY' : 'CONVERSATION_LOG')
  return (
    <Tabs
      ref={tabs}
      value={shown}
      onChange={(next) => onTab(DescriptionTab.parse(next))}
      keepMounted={false}
    >
      <Tabs.List aria-label="Description">
        {descriptionTabs.map((each) => (
          <Tabs.Tab
            key={each}
            value={each}
            {...(each === 'CONVERSATION_LOG' && {
              title: 'Add a comment (M)',
              'aria-keyshortcuts': 'm',
            })}
          >
            {labels[each]}
            {each === 'CONVERSATION_LOG' && (
              <ConversationCount topic={{ kind: 'TDOC', id: tdoc.id }} />
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="REVIEW_CATEGORY" py="md">
        <CategoryList tdoc={tdoc} />
      </Tabs.Panel>
      <Tabs.Panel value="CONVERSATION_LOG" py="md">
        <Covering value={onCover}>
          <ConversationPanel
            key={tdoc.id}
            topic={{ kind: 'TDOC', id: tdoc.id }}
            startsInComment={wantsComment}
          />
        </Covering>
      </Tabs.Panel>
      <Tabs.Panel value="ACTIVITY_LOG" py="md">
        <ActivityLog tdocId={tdoc.id} />
      </Tabs.Panel>
    </Tabs>
  )
}

const ActivityLog = ({ tdocId }: { tdocId: string }) => (
  <Paged
    what="the activity log"
    query={useInfiniteQuery(tdocActivityQuery(tdocId))}
    empty={
      <EmptyState
        title="No activity yet"
        why="Changes to this Tdoc will appear here."
      />
    }
  >
    {(events) => (
      <EventTimeline label="Activity, newest first" events={events} />
    )}
  </Paged>
)
