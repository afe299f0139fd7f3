import { Box, Button, Group, Paper, Stack } from '@mantine/core'
import { isInternalStory } from '@portal/contract/history/story'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isExpired } from '@portal/contract/slv/decision/validity'
import type { FormSection } from '@portal/contract/slv/form'
import { isDecided } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { useToday } from '../../../lib/state/use-today.ts'
import * as format from '../../../lib/text/format.ts'
import { editsQuery } from '../../../records/history/queries.ts'
import { pageParts } from '../../../records/slv/page-parts.ts'
import { effectiveStatus } from '../../../records/slv/slv-status.tsx'
import { Conditions } from '../../condition/shared/condition-list.tsx'
import {
  DocumentRequests,
  SentDocuments,
} from '../../document/shared/documents-panel.tsx'
import { DecisionLetter } from '../../reporting/shared/decision-letter.tsx'
import { DecisionOfRound } from '../decision/decision-of-round.tsx'
import { StoryStrip, useStory } from '../decision/story-strip.tsx'
import { SentVariances } from '../decision/variances/sent-variances.tsx'
import { RequestedVariances } from '../form/read-form.tsx'
import { RequestForm } from '../form/request-form.tsx'
import { hasTyping } from '../form/stored-typing.ts'
import type { LastList } from '../queue/last-list.ts'
import { EarlierRound } from './earlier-round.tsx'
import { SentConfirmation } from './sent-confirmation.tsx'
import classes from './sent-request.module.css'
import { SidePanel } from './side-panel.tsx'
import type { SideTab } from './slv-route.ts'
import { useArrival } from './use-arrival.ts'
import { WithdrawalNote } from './withdrawal-note.tsx'

const ActionDialog = lazy(
  () => import('../actions/action-dialog.tsx'),
  'ActionDialog',
)

const tabs = ['conversation', 'history'] as const satisfies SideTab[]

type SentRequestProps = {
  slv: SlvDetail
  list: LastList
  /** Facts that don't fit in the header of a phone. */
  about: ReactNode
  tab: SideTab | undefined
  onTab: (tab: SideTab) => void
  onMoved: () => void
}

/**
 * A sent request as sellers and BDDs read it: the decision, what is requested of
 * the seller, the variances with their answers and the conversation; the form
 * last.
 */
export const SentRequest = ({
  slv,
  list,
  about,
  tab,
  onTab,
  onMoved,
}: SentRequestProps) => {
  useArrival()
  return (
    <div className={classes.page}>
      <SentConfirmation slv={slv} list={list} />
      <WithdrawalNote slv={slv} />
      <Outcome slv={slv} onMoved={onMoved} />
      <Conditions slv={slv} />
      <RequestedDocuments slv={slv} />
      <Part title="Variances">
        <RequestedVariances slv={slv}>
          <SentVariances slv={slv} isOpen={!isEnded(slv)} />
        </RequestedVariances>
        <InternalStory slv={slv} />
      </Part>
      <EarlierRound slv={slv} />
      <SidePanel
        slv={slv}
        tabs={tabs}
        shown={tabs.find((name) => name === tab) ?? 'conversation'}
        onTab={onTab}
      />
      {about && <div>{about}</div>}
      <Paper className={classes.folds ?? ''} withBorder>
        <FormFold slv={slv} />
        <Fold title={documentsTitle(slv)}>
          <SentDocuments slv={slv} />
        </Fold>
      </Paper>
    </div>
  )
}

/** Whether the round, or the one before a draft, has ended. */
const isEnded = (slv: SlvDetail): boolean => {
  const status = effectiveStatus(slv)
  return isDecided(status) || status === 'WITHDRAWN_APPROVED'
}

/** How the round ended, or how the round before a draft ended. */
const Outcome = ({
  slv,
  onMoved,
}: Pick<SentRequestProps, 'slv' | 'onMoved'>) => {
  const [isAsking, setIsAsking] = useState(false)
  const today = useToday()
  if (!isEnded(slv)) return null
  const mayRequestAgain =
    (slv.status === 'DECLINED' || isExpired(slv, today)) &&
    slv.availableActions.includes('set-draft-resubmitted')
  return (
    <Paper
      component="section"
      id={pageParts.decision}
      tabIndex={-1}
      p="md"
      withBorder
      aria-label="Decision"
    >
      <Stack gap="sm">
        <DecisionOfRound slv={slv} detail="withoutAnswers" />
        <Group gap="xs">
          {mayRequestAgain && (
            <Button onClick={() => setIsAsking(true)}>Resubmit</Button>
          )}
          {isDecided(effectiveStatus(slv)) && <DecisionLetter slv={slv} />}
        </Group>
      </Stack>
      {isAsking && (
        <Suspense fallback={null}>
          <ActionDialog
            slv={slv}
            action="set-draft-resubmitted"
            onClose={() => setIsAsking(false)}
            onMoved={onMoved}
          />
        </Suspense>
      )}
    </Paper>
  )
}

/**
 * What SLR and the trade desk say, for BDDs. The rest of the story has its own
 * places on this page.
 */
const InternalStory = ({ slv }: { slv: SlvDetail }) => (
  <StoryStrip items={useStory(slv).filter(isInternalStory)} />
)

const RequestedDocuments = ({ slv }: { slv: SlvDetail }) => {
  if (slv.pendingDocuments.length === 0) return null
  return (
    <Part title="Documents requested" id={pageParts.documents}>
      <Paper p="md" withBorder>
        <DocumentRequests slv={slv} />
      </Paper>
    </Part>
  )
}

type PartProps = { title: string; id?: string; children: ReactNode }

const Part = ({ title, id, children }: PartProps) => {
  const titleId = useId()
  return (
    <section id={id} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      <div className={classes.parts}>{children}</div>
    </section>
  )
}

/** The page has the variances and the documents elsewhere. */
const elsewhere: readonly FormSection[] = ['variances', 'documents']
/** Variances are changed in the form. */
const elsewhereInEdit: readonly FormSection[] = ['documents']

const FormFold = ({ slv }: { slv: SlvDetail }) => {
  const { data: edited } = useQuery(editsQuery(slv.id))
  const mayEdit = slv.availableActions.includes('save')
  const title = mayEdit
    ? 'The request, to edit'
    : `The request as it was sent${slv.date ? `, ${format.date(slv.date)}` : ''}`
  return (
    <Fold title={title} isOpen={mayEdit && hasTyping(slv.id)}>
      <RequestForm
        slv={slv}
        mode={mayEdit ? 'edit' : 'read'}
        edited={edited}
        leftOut={mayEdit ? elsewhereInEdit : elsewhere}
      />
    </Fold>
  )
}

const documentsTitle = ({
  documents,
  underwriterDocuments = [],
}: SlvDetail): string =>
  `Documents ${documents.length + underwriterDocuments.length}`

type FoldProps = { title: string; isOpen?: boolean; children: ReactNode }

const Fold = ({ title, isOpen = false, children }: FoldProps) => (
  <details open={isOpen}>
    <summary>{title}</summary>
    <Box py="md">{children}</Box>
  </details>
)
