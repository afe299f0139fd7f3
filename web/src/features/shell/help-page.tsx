import { Anchor, List, Stack, Text } from '@mantine/core'
import type { Answer } from '@portal/contract/lib/endpoint'
import type { getWorkCalendar } from '@portal/contract/sla/api'
import { listHolidaysAhead } from '@portal/contract/sla/calendar'
import { weekdayNames } from '@portal/contract/sla/labels'
import { hasNeeds, needActionLabel, needs } from '@portal/contract/slv/needs'
import { slvStatusLabels, statusesSeenBy } from '@portal/contract/slv/status'
import {
  approvableAdvice,
  needMeaning,
  requestedDocumentsAdvice,
  slvStatusMeanings,
  slvTerms,
} from '@portal/contract/slv/texts'
import { administrationFor } from '@portal/contract/system/texts'
import {
  tdocStatuses,
  tdocStatusLabels,
  tprResponseLabels,
  tprResponses,
} from '@portal/contract/tdoc/model'
import { tdocNeedLabels, tdocNeeds } from '@portal/contract/tdoc/needs'
import {
  responseFileAdvice,
  tdocNeedMeanings,
  tdocStatusMeanings,
  tprResponseMeanings,
} from '@portal/contract/tdoc/texts'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useKeysOn } from '../../lib/keys.ts'
import { useToday } from '../../lib/state/use-today.ts'
import { calendarTime, day } from '../../lib/text/format.ts'
import { useProfile } from '../../records/auth/queries.ts'
import { SupportContact } from '../../records/auth/support-contact.tsx'
import { workCalendarQuery } from '../../records/sla/queries.ts'
import { Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/message.tsx'
import { Section } from '../../ui/outline.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Hint } from '../../ui/presets.ts'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { KeyGroups } from './key-list.tsx'

const seesSlvs = (role: Role) => role !== 'TPR' && role !== 'DEFAULT'
const seesTdocs = (role: Role) => role === 'TPR' || role === 'UNDERWRITER'

/** What the words of the portal mean, when work counts, and whom to ask. */
export const HelpPage = () => {
  const { role } = useProfile()
  const isOn = useKeysOn()
  return (
    <Page>
      <PageHeader title="Help" />
      <Stack gap="md" w="min(52rem, 100%)">
        <Section id="contact" title="Contact">
          <SupportContact />
        </Section>
        {seesSlvs(role) && <SlvHelp role={role} />}
        {seesTdocs(role) && <TdocHelp role={role} />}
        <AdministrationHelp />
        <Section id="calendar" title="Cutoff and business days">
          <Loaded
            what="the calendar"
            query={useQuery(workCalendarQuery)}
            skeleton={<BlockSkeleton height={160} />}
          >
            {(calendar) => <Calendar calendar={calendar} />}
          </Loaded>
        </Section>
        <Section id="keys" title="Keyboard shortcuts">
          {!isOn && (
            <Hint mb="xs">
              Single-key shortcuts are off. Turn them on in your profile menu.
            </Hint>
          )}
          <Hint mb="sm">
            Press ? on any screen for the shortcuts that work there.
          </Hint>
          <KeyGroups />
        </Section>
      </Stack>
    </Page>
  )
}

type AdviceProps = { id: string; title: string; advice: readonly string[] }

const Advice = ({ id, title, advice }: AdviceProps) => (
  <Section id={id} title={title}>
    <List spacing="xs">
      {advice.map((item) => (
        <List.Item key={item}>{item}</List.Item>
      ))}
    </List>
  </Section>
)

const SlvHelp = ({ role }: { role: Role }) => (
  <>
    {hasNeeds(role) && <NeedHelp role={role} />}
    <Advice
      id="approvable"
      title="What makes a request approvable"
      advice={approvableAdvice}
    />
    {hasNeeds(role) && (
      <Advice
        id="requested-documents"
        title="Requested documents"
        advice={requestedDocumentsAdvice}
      />
    )}
    <Section id="statuses" title="Statuses">
      <Facts
        facts={statusesSeenBy(role).map((status) => ({
          label: slvStatusLabels[status],
          value: slvStatusMeanings[status],
        }))}
      />
    </Section>
    <Section id="terms" title="Terms">
      <Facts
        facts={slvTerms.map(({ term, meaning }) => ({
          label: term,
          value: meaning,
        }))}
      />
    </Section>
  </>
)

/** What each next step in the lists of sellers and BDDs means. */
const NeedHelp = ({ role }: { role: Role }) => {
  // BDDs see neither drafts nor withdrawals as their own.
  const ofRole = needs.filter(
    (need) => role === 'SELLER' || (need !== 'DRAFT' && need !== 'WITHDRAWAL'),
  )
  return (
    <Section id="needs-you" title="Needs you">
      <Facts
        facts={ofRole.map((need) => ({
          label: needActionLabel(need, { role, isOwner: true }),
          value: needMeaning(need, role),
        }))}
      />
    </Section>
  )
}

const TdocHelp = ({ role }: { role: Role }) => (
  <>
    {role === 'TPR' && <ReviewerHelp />}
    <Section id="tdoc-statuses" title="Statuses of Tdocs">
      <Facts
        facts={tdocStatuses.map((status) => ({
          label: tdocStatusLabels[status],
          value: tdocStatusMeanings[status],
        }))}
      />
    </Section>
  </>
)

const ReviewerHelp = () => (
  <>
    <Section id="needs-you" title="Needs you">
      <Facts
        facts={tdocNeeds.map((need) => ({
          label: tdocNeedLabels[need],
          value: tdocNeedMeanings[need],
        }))}
      />
    </Section>
    <Section id="responses" title="Responses">
      <Facts
        facts={tprResponses.map((response) => ({
          label: tprResponseLabels[response],
          value: tprResponseMeanings[response],
        }))}
      />
    </Section>
    <Advice
      id="response-file"
      title="Respond to many Tdocs with a file"
      advice={responseFileAdvice}
    />
  </>
)

/** Where administrators find what only they can do. */
const AdministrationHelp = () => {
  const topics = administrationFor(useProfile())
  if (topics.length === 0) return null
  return (
    <Section id="administration" title="Administration">
      <Facts
        hasLongValues
        facts={topics.map(({ title, text, page, path }) => ({
          label: title,
          value: (
            <Stack gap={0} align="start">
              <Text>{text}</Text>
              <Anchor
                renderRoot={(props) => <Link {...props} to={path} />}
                fz="sm"
              >
                Open {page}
              </Anchor>
            </Stack>
          ),
        }))}
      />
    </Section>
  )
}

type CalendarProps = { calendar: Answer<typeof getWorkCalendar> }

const Calendar = ({ calendar }: CalendarProps) => {
  const { cutOff, frames, holidays } = calendar
  const holidaysAhead = listHolidaysAhead(holidays, useToday())
  return (
    <Stack gap="sm">
      <Text>
        Requests that arrive before {calendarTime(cutOff)} on a business day
        count from that day, others from the next business day. What is due on a
        day is due by 5 PM Eastern Time, whatever the hours below.
      </Text>
      <Facts
        facts={[
          ...frames.map(({ weekday, opens, closes }) => ({
            label: weekdayNames[weekday] ?? '',
            value: `${calendarTime(opens)} to ${calendarTime(closes)}`,
          })),
          ...holidaysAhead.map((holiday) => ({
            label: holiday.name,
            value: `Closed ${day(holiday.day)}`,
          })),
        ]}
      />
    </Stack>
  )
}
