import { Tabs } from '@mantine/core'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { DescriptionTab, descriptionTabs } from '@portal/contract/tdoc/model'
import { useProfile } from '../../auth/queries.ts'
import { ConversationCount } from '../../conversation/conversation-count.tsx'
import { CategoryList } from '../../review-category/category-list.tsx'
import { ActivityLog } from './activity-log.tsx'
import { ConversationTab } from './conversation-tab.tsx'
import classes from './drawer.module.css'

const labels: Record<DescriptionTab, string> = {
  REVIEW_CATEGORY: 'Review category',
  CONVERSATION_LOG: 'Conversation log',
  ACTIVITY_LOG: 'Activity log',
}

type TdocTabsProps = {
  tdoc: Tdoc
  tab: DescriptionTab | undefined
  onTab: (tab: DescriptionTab) => void
  /** A question stands over the drawer. */
  onCover: (isCovered: boolean) => void
}

/** The three tabs of a description: underwriters begin with the reviews, everybody else with the conversation (spec.md §2). */
export const TdocTabs = ({ tdoc, tab, onTab, onCover }: TdocTabsProps) => {
  const { role } = useProfile()
  const shown = tab ?? (role === 'UNDERWRITER' ? 'REVIEW_CATEGORY' : 'CONVERSATION_LOG')
  return (
    <Tabs value={shown} onChange={(next) => onTab(DescriptionTab.parse(next))} keepMounted={false}>
      <Tabs.List aria-label="Description">
        {descriptionTabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {labels[each]}
            {each === 'CONVERSATION_LOG' && <ConversationCount topic={{ kind: 'TDOC', id: tdoc.id }} />}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="REVIEW_CATEGORY" className={classes.tab}>
        <CategoryList tdoc={tdoc} />
      </Tabs.Panel>
      <Tabs.Panel value="CONVERSATION_LOG" className={classes.tab}>
        <ConversationTab tdocId={tdoc.id} onCover={onCover} />
      </Tabs.Panel>
      <Tabs.Panel value="ACTIVITY_LOG" className={classes.tab}>
        <ActivityLog tdocId={tdoc.id} />
      </Tabs.Panel>
    </Tabs>
  )
}
