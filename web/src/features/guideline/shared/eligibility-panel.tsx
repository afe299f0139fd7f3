import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { GuideAnswer } from '@portal/contract/guideline/api'
import type { Finding } from '@portal/contract/guideline/evaluate'
import type { FactorDocument } from '@portal/contract/guideline/factors'
import type { Fit } from '@portal/contract/guideline/fit'
import { parameters } from '@portal/contract/guideline/model'
import { findingText, inUnit } from '@portal/contract/guideline/texts'
import type { FormFieldName, PartialForm } from '@portal/contract/slv/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react'
import { keyed } from '../../../lib/state/keyed.ts'
import { guideQuery } from '../../../records/guideline/queries.ts'
import { focusField } from '../../../ui/inputs/field-problems.tsx'
import { Hint, SmallButton, TinyButton } from '../../../ui/presets.ts'
import { Distance, DistanceBar } from './distance-bar.tsx'
import classes from './eligibility-panel.module.css'
import {
  type DraftVariance,
  describeEligibility,
  type ReadyLine,
} from './eligibility-text.ts'

type EligibilityPanelProps = {
  slvId: string
  figures: PartialForm
  variances: readonly DraftVariance[]
  /** The number of required fields that are empty. */
  missing: number
  invalid: number
  /** Those attached to compensating factors. */
  documents: readonly FactorDocument[]
  /** Goes to the empty required fields. */
  onShowMissing: () => void
  labelOf: (field: FormFieldName) => string
  /** Adds a variance row that is filled from a miss. */
  onRequest: (finding: Finding) => void
  /** Enters the change of a nearest fit in the form. */
  onApply: (fit: Fit) => void
  /** Called when whether the loan needs a request changes. */
  onUnnecessary: (isUnnecessary: boolean) => void
}

/**
 * How the figures typed so far compare with the guidelines, and what a request
 * still needs.
 */
export const EligibilityPanel = (props: EligibilityPanelProps) => {
  const guide = useQuery(
    guideQuery(props.figures.originalLockDate ?? null, props.slvId),
  )
  if (guide.data) return <Eligibility {...props} guide={guide.data} />
  return (
    <Frame>
      {guide.isError ? (
        <Stack gap="xs" align="flex-start" role="alert">
          <Text>Couldn’t load the guidelines</Text>
          <SmallButton
            loading={guide.isFetching}
            onClick={() => void guide.refetch()}
          >
            Try again
          </SmallButton>
        </Stack>
      ) : (
        <EligibilitySkeleton />
      )}
    </Frame>
  )
}

const Frame = ({ children }: { children: ReactNode }) => (
  <section className={classes.panel} aria-label="Eligibility">
    {children}
  </section>
)

const EligibilitySkeleton = () => (
  <Stack gap="xs" role="status" aria-label="Loading the guidelines">
    <Skeleton height={22} width="60%" />
    <Skeleton height={14} width="80%" />
    <Skeleton height={90} />
  </Stack>
)

const Eligibility = ({
  guide,
  figures,
  variances,
  missing,
  invalid,
  documents,
  onShowMissing,
  labelOf,
  onRequest,
  onApply,
  onUnnecessary,
}: EligibilityPanelProps & { guide: GuideAnswer }) => {
  // Typing comes first: the panel follows when the browser has time.
  const form = useDeferredValue(figures)
  const view = useMemo(
    () =>
      describeEligibility(form, guide, {
        variances,
        missing,
        invalid,
        documents,
      }),
    [form, guide, variances, missing, invalid, documents],
  )
  useEffect(
    () => onUnnecessary(view.isUnnecessary),
    [onUnnecessary, view.isUnnecessary],
  )
  return (
    <Frame>
      <Stack gap="sm">
        <div className={classes.head}>
          <h2 aria-live="polite">{view.heading}</h2>
          <Hint>{view.program}</Hint>
          <Text size="sm">{view.summary}</Text>
        </div>
        <Misses view={view} onRequest={onRequest} />
        <Findings view={view} labelOf={labelOf} />
        <Alternatives view={view} onApply={onApply} />
        <Part title="Ready to send">
          <ul className={classes.list}>
            {view.ready.map((line) => (
              <Ready
                key={line.key}
                line={line}
                {...(line.key === 'required' && { onShow: onShowMissing })}
              />
            ))}
          </ul>
        </Part>
      </Stack>
    </Frame>
  )
}

type EligibilityView = ReturnType<typeof describeEligibility>

type MissesProps = {
  view: EligibilityView
  onRequest: (finding: Finding) => void
}

/** What is never granted, and what a variance can be requested for. */
const Misses = ({ view: { knockedOut, misses }, onRequest }: MissesProps) => (
  <ul className={classes.list}>
    {knockedOut.map((finding) => (
      <Miss key={finding.ruleId} finding={finding}>
        <Text size="sm" fw={600}>
          Not eligible for a variance.
        </Text>
      </Miss>
    ))}
    {misses.map(({ finding, isRequested }) => (
      <Miss key={finding.ruleId} finding={finding}>
        {isRequested ? (
          <Text
            size="sm"
            fw={600}
            className={classes.good ?? ''}
            tabIndex={-1}
            id={requestedId(finding)}
          >
            Requested
          </Text>
        ) : (
          <RequestButton finding={finding} onRequest={onRequest} />
        )}
      </Miss>
    ))}
  </ul>
)

type RequestButtonProps = Pick<MissesProps, 'onRequest'> & { finding: Finding }

const RequestButton = ({ finding, onRequest }: RequestButtonProps) => (
  <SmallButton
    aria-label={`Request this variance: ${parameters[finding.parameter].label}`}
    onClick={() => {
      onRequest(finding)
      // The clicked button is gone then.
      requestAnimationFrame(() =>
        document.getElementById(requestedId(finding))?.focus(),
      )
    }}
  >
    Request this variance
  </SmallButton>
)

type FindingsProps = {
  view: EligibilityView
  labelOf: (field: FormFieldName) => string
}

/** What is covered, not checked yet, or met. */
const Findings = ({ view, labelOf }: FindingsProps) => {
  const { covered, missingFields, met } = view
  return (
    <>
      {covered.length > 0 && (
        <Part title="Covered by your contract">
          <Lines
            of={covered.map(
              (finding) =>
                `${findingText(finding)}. Covered by ${finding.coveredBy}`,
            )}
          />
        </Part>
      )}
      {missingFields.length > 0 && (
        <Part title="Not checked yet: needs these fields">
          <Group gap={6}>
            {missingFields.map((field) => (
              <TinyButton key={field} onClick={() => focusField(field)}>
                {labelOf(field)}
              </TinyButton>
            ))}
          </Group>
        </Part>
      )}
      {met.length > 0 && (
        <details>
          <summary>{met.length} met</summary>
          <Lines of={met.map(findingText)} />
        </details>
      )}
    </>
  )
}

type AlternativesProps = { view: EligibilityView; onApply: (fit: Fit) => void }

/** What would make the loan eligible, or a variance approvable. */
const Alternatives = ({ view, onApply }: AlternativesProps) => {
  const { nearest, fit, alternatives, factors } = view
  return (
    <>
      {nearest && (
        <Part title="Nearest fit">
          <Text size="sm" mb={6}>
            {nearest}
          </Text>
          {fit && <ApplyFit fit={fit} onApply={onApply} />}
        </Part>
      )}
      {alternatives.length > 0 && (
        <Part title="Other programs this loan meets as is">
          <Text size="sm">
            {alternatives.map(({ name }) => name).join(', ')}
          </Text>
        </Part>
      )}
      {factors.length > 0 && (
        <Part title="Compensating factors that count">
          <Lines
            of={factors.map(({ label, reason }) => `${label}: ${reason}`)}
          />
        </Part>
      )}
    </>
  )
}

const requestedId = ({ ruleId }: Finding) => `requested-${ruleId}`

type ApplyFitProps = { fit: Fit; onApply: (fit: Fit) => void }

const ApplyFit = ({ fit, onApply }: ApplyFitProps) => (
  <SmallButton
    onClick={() => {
      onApply(fit)
      // The clicked button is gone by then; the field shows what changed.
      focusField(fit.field)
    }}
  >
    Apply {inUnit(fit.to, '$')}
  </SmallButton>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3>{title}</h3>
    {children}
  </div>
)

const Lines = ({ of }: { of: readonly string[] }) => (
  <ul className={classes.list}>
    {keyed(of, (text) => text).map(({ key, item }) => (
      <Text key={key} component="li" size="sm">
        {item}
      </Text>
    ))}
  </ul>
)

type ReadyProps = { line: ReadyLine; onShow?: () => void }

const Ready = ({ line: { isDone, text }, onShow }: ReadyProps) => (
  <Text component="li" size="sm">
    <span className={isDone ? classes.good : classes.bad} aria-hidden>
      {isDone ? '✓' : '•'}
    </span>{' '}
    {onShow && !isDone ? (
      <Anchor component="button" type="button" inherit onClick={onShow}>
        {text}
      </Anchor>
    ) : (
      text
    )}
  </Text>
)

const Miss = ({
  finding,
  children,
}: {
  finding: Finding
  children: ReactNode
}) => {
  const { operator, distance, unit, text, citation } = finding
  return (
    <li className={classes.miss}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {findingText(finding)}
        </Text>
        {distance !== null && (
          <Text size="sm" fw={600}>
            <Distance operator={operator} distance={distance} unit={unit} />
          </Text>
        )}
      </Group>
      <DistanceBar {...finding} />
      <Hint mb={6}>
        {text} {citation}
      </Hint>
      {children}
    </li>
  )
}
