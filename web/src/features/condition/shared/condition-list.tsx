import { Group, Paper, Stack, Text } from '@mantine/core'
import {
  type Condition,
  conditionStatusLabels,
  conditionTimingLabels,
} from '@portal/contract/condition/model'
import {
  mayAnswerConditions,
  mayClearConditions,
} from '@portal/contract/condition/policy'
import {
  clearedText,
  dueText,
  listOpen,
} from '@portal/contract/condition/texts'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isExpired } from '@portal/contract/slv/decision/validity'
import { useId } from 'react'
import { useToday } from '../../../lib/state/use-today.ts'
import * as format from '../../../lib/text/format.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import {
  DocumentIcon,
  DocumentName,
} from '../../../records/document/document-name.tsx'
import { pageParts } from '../../../records/slv/page-parts.ts'
import { Hint } from '../../../ui/presets.ts'
import { AddCondition } from '../add-condition.tsx'
import { AnswerForm } from '../answer-form.tsx'
import { MarkButtons } from '../mark-buttons.tsx'
import classes from './condition-list.module.css'

type ConditionsProps = {
  slv: SlvDetail
  /** Whether a later round follows. */
  isEnded?: boolean
}

/**
 * The conditions of an approval: the seller answers them, and the underwriter
 * marks them.
 */
export const Conditions = ({ slv, isEnded = false }: ConditionsProps) => {
  const titleId = useId()
  const profile = useProfile()
  const today = useToday()
  const { conditions = [] } = slv
  const isOver = isEnded || isExpired(slv, today)
  const mayAdd = !isOver && mayClearConditions(profile, slv)
  if (conditions.length === 0 && !mayAdd) return null
  return (
    <section
      id={isEnded ? undefined : pageParts.conditions}
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <h2 id={titleId} className={classes.title}>
        Conditions{' '}
        <Text span inherit c="dimmed" fw={400}>
          {conditions.length > 0 ? clearedText(conditions) : 'none'}
        </Text>
      </h2>
      {conditions.length > 0 && (
        <Paper component="ul" className={classes.list ?? ''} withBorder>
          {openFirst(conditions).map((condition) => (
            <ConditionRow
              key={condition.id}
              slv={slv}
              condition={condition}
              isOver={isOver}
            />
          ))}
        </Paper>
      )}
      {mayAdd && <AddCondition slvId={slv.id} />}
    </section>
  )
}

const openFirst = (conditions: readonly Condition[]) => [
  ...listOpen(conditions),
  ...conditions.filter(({ status }) => status !== 'OPEN'),
]

type RowProps = {
  slv: SlvDetail
  condition: Condition
  /** Whether no one answers or marks it: its round ended, or it expired. */
  isOver: boolean
}

const ConditionRow = ({ slv, condition, isOver }: RowProps) => {
  const profile = useProfile()
  const { text, timing, status } = condition
  const mayAnswer =
    !isOver && status === 'OPEN' && mayAnswerConditions(profile, slv)
  const mayMark = !isOver && mayClearConditions(profile, slv)
  return (
    <li className={classes.row} aria-label={text}>
      <div className={classes.what}>
        <div className={classes.text}>{text}</div>
        <Hint>{conditionTimingLabels[timing]}</Hint>
        <Answer slv={slv} condition={condition} />
      </div>
      <Stack gap={2} className={classes.state ?? ''}>
        <State condition={condition} isOver={isOver} />
      </Stack>
      {mayMark && <MarkButtons slvId={slv.id} condition={condition} />}
      {mayAnswer && <AnswerForm slvId={slv.id} condition={condition} />}
    </li>
  )
}

type StateProps = { condition: Condition; isOver: boolean }

/** 'Open, by 12/04 · 6 days left', 'Answered, to be reviewed', 'Met 11/27' */
const State = ({ condition, isOver }: StateProps) => {
  const today = useToday()
  const { status, dueOn, at, by, reason, answeredAt } = condition
  if (status === 'OPEN' && isOver) return <Hint>Not cleared</Hint>
  // The seller did their part, so its due day has passed for no one.
  if (status === 'OPEN' && answeredAt)
    return (
      <span className={classes.mark} data-status={status}>
        Answered, to be reviewed
      </span>
    )
  if (status === 'OPEN') {
    const isLate = dueOn !== null && dueOn < today
    return (
      <span className={classes.mark} data-status={isLate ? 'LATE' : status}>
        {dueOn
          ? `Open, by ${format.day(dueOn)} · ${dueText(dueOn, today)}`
          : conditionStatusLabels.OPEN}
      </span>
    )
  }
  return (
    <>
      <span className={classes.mark} data-status={status}>
        {conditionStatusLabels[status]} {at && format.date(at)}
      </span>
      <Hint fz="xs">
        by {by}
        {reason && `: ${reason}`}
      </Hint>
    </>
  )
}

type AnswerProps = { slv: SlvDetail; condition: Condition }

/** The seller's document and sentence. */
const Answer = ({ slv, condition }: AnswerProps) => {
  const { message, documentId, documentName, answeredBy, answeredAt } =
    condition
  if (!answeredAt) return null
  const file = slv.documents.find(({ id }) => id === documentId)
  return (
    <div className={classes.answer}>
      {file && (
        <Group gap={6} wrap="nowrap">
          <DocumentIcon type={file.type} size={16} />
          <DocumentName slvId={slv.id} document={file} />
        </Group>
      )}
      {!file && documentName && <div>{documentName}</div>}
      {message && <div className={classes.text}>{message}</div>}
      <Hint fz="xs">
        Answered by {answeredBy}, {format.dateTime(answeredAt)}
      </Hint>
    </div>
  )
}
