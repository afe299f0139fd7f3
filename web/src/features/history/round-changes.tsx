import { Button, Skeleton } from '@mantine/core'
import { type RoundChanges as Changes, compareRounds, countChanges } from '@portal/contract/history/compare'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { z } from 'zod'
import { count as counted } from '../../lib/format.ts'
import { useRemembered } from '../../lib/remembered.ts'
import { useBranding } from '../auth/queries.ts'
import { DocumentName } from '../document/document-name.tsx'
import { ChangeLine } from './change-line.tsx'
import { roundQuery } from './queries.ts'
import classes from './round-changes.module.css'
import { VarianceChanges } from './variance-changes.tsx'

/** At a glance, above a request that was resubmitted: what it asks otherwise than the round before it. */
export const RoundChanges = ({ slv }: { slv: SlvDetail }) =>
  slv.resubmitCount > 0 ? <Panel slv={slv} before={slv.resubmitCount - 1} /> : null

const Panel = ({ slv, before }: { slv: SlvDetail; before: number }) => {
  const [isOpen, setIsOpen] = useRemembered('slv.round-changes', z.boolean(), true)
  const { data, error, refetch } = useQuery({ ...roundQuery(slv.id, before), meta: { quiet: true } })
  const changes = data && compareRounds(data, slv)
  const body = useId()
  const title = `What changed since round ${before + 1}`
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.title}>
        <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
          {title}
          {changes && <span className={classes.count}>{countText(countChanges(changes))}</span>}
        </button>
      </h2>
      <div id={body} hidden={!isOpen}>
        {isOpen && changes && <ChangeLists slvId={slv.id} changes={changes} />}
        {isOpen && !changes && !error && <Skeleton height={14} width="40%" />}
        {isOpen && !changes && error && (
          <p className={classes.nothing}>
            Round {before + 1} could not be read.{' '}
            <Button size="compact-sm" variant="default" onClick={() => refetch()}>
              Try again
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}

const countText = (changes: number) =>
  changes === 0 ? 'nothing' : changes === 1 ? '1 change' : `${counted(changes)} changes`

const ChangeLists = ({ slvId, changes }: { slvId: string; changes: Changes }) => {
  const { name } = useBranding()
  const { figures, documents, variances } = changes
  if (countChanges(changes) === 0) return <p className={classes.nothing}>The request did not change.</p>
  return (
    <div className={classes.lists}>
      {figures.length > 0 && (
        <Group title="Request">
          {figures.map((change) => (
            <li key={change.field}>
              <ChangeLine change={change} brandName={name} withEmpty />
            </li>
          ))}
        </Group>
      )}
      {variances.added.length + variances.removed.length + variances.changed.length > 0 && (
        <Group title="Variances">
          <VarianceChanges {...variances} brandName={name} />
        </Group>
      )}
      {documents.length > 0 && (
        <Group title="Documents added">
          {documents.map((document) => (
            <li key={document.id}>
              <DocumentName slvId={slvId} document={document} />
            </li>
          ))}
        </Group>
      )}
    </div>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3>{title}</h3>
    <ul>{children}</ul>
  </div>
)
