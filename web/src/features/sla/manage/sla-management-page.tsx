import type { SlaItem } from '@portal/contract/sla/api'
import { useQuery } from '@tanstack/react-query'
import { useStoredText } from '../../../lib/stored-text.ts'
import { LeaveGuard } from '../../../records/auth/leave-guard.tsx'
import { Loaded } from '../../../ui/message.tsx'
import { OutlineLayout, Section } from '../../../ui/outline.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { CalendarDraft } from './calendar-draft.ts'
import { CalendarEditor } from './calendar-editor.tsx'
import { ChangesList } from './changes.tsx'
import { calendarQuery, slaItemsQuery } from './manage-queries.ts'
import { TargetDrafts, Targets } from './targets.tsx'

const outline = [
  { id: 'slv-targets', label: 'SLV targets' },
  { id: 'tdoc-targets', label: 'Tdoc targets' },
  { id: 'calendar', label: 'Business calendar' },
  { id: 'changes', label: 'Changes' },
]

/**
 * SLA targets and the business calendar. The effect of a change on open work is
 * shown before it is saved.
 */
export const SlaManagementPage = () => {
  return (
    <Page>
      <PageHeader
        title="SLA management"
        under="Targets in business days, and the calendar that counts them. Changes apply to open work immediately; decided requests keep their figures."
      />
      <Loaded
        what="the targets"
        query={useQuery(slaItemsQuery)}
        skeleton={<PageSkeleton sections={2} />}
      >
        {(items) => <Sections items={items} />}
      </Loaded>
    </Page>
  )
}

const Sections = ({ items }: { items: readonly SlaItem[] }) => {
  const [targets, keepTargets] = useStoredText('sla.targets', TargetDrafts)
  const [draft, keepDraft] = useStoredText('sla.calendar', CalendarDraft)
  const shared = {
    items,
    drafts: targets ?? {},
    onDrafts: (next: TargetDrafts) =>
      keepTargets(Object.keys(next).length === 0 ? null : next),
  }
  const discardAll = () => {
    keepTargets(null)
    keepDraft(null)
  }
  return (
    <OutlineLayout label="On this page" items={outline}>
      <Section id="slv-targets" title="SLV targets">
        <Targets area="SLV" {...shared} />
      </Section>
      <Section id="tdoc-targets" title="Tdoc targets">
        <Targets area="TDOC" {...shared} />
      </Section>
      <Section id="calendar" title="Business calendar">
        <Loaded
          what="the calendar"
          query={useQuery(calendarQuery)}
          skeleton={<PageSkeleton sections={2} />}
        >
          {(calendar) => (
            <CalendarEditor
              calendar={calendar}
              items={items}
              kept={draft}
              onKeep={keepDraft}
            />
          )}
        </Loaded>
      </Section>
      <Section id="changes" title="Changes">
        <ChangesList items={items} />
      </Section>
      <LeaveGuard
        isActive={targets !== null || draft !== null}
        onLeave={discardAll}
      />
    </OutlineLayout>
  )
}
