import { Button, Stack } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvStatusLabels } from '@portal/contract/slv/status'
import { TableMode, tableModeLabels } from '@portal/contract/slv/table-mode'
import { IconArrowDown, IconChevronRight } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, type Ref, useState } from 'react'
import { ownKey, readKept, writeKept } from '../../../lib/owner.ts'
import * as format from '../../../lib/text/format.ts'
import { parseSearch } from '../../../lib/text/search-text.ts'
import { PageHeader } from '../../../ui/page.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { SlaChip } from '../sla-chip.tsx'
import { SlvStatusBadge, waitingText } from '../slv-status.tsx'
import { statusColors } from '../status-colors.ts'
import { TurnTimes } from '../turn-times.tsx'
import classes from './slv-header.module.css'
import { type SlvView, sideId, slvViews } from './views.ts'

type SlvHeaderProps = {
  slv: SlvDetail
  list: LastList
  rounds: ReactNode
  actions: ReactNode
  ref: Ref<HTMLDivElement>
}

export const SlvHeader = ({ slv, list, rounds, actions, ref }: SlvHeaderProps) => {
  const title = slvTitle(slv)
  return (
    <Stack gap="xs" className={classes.header ?? ''} ref={ref}>
      <Breadcrumb list={list} here={title} />
      <PageHeader
        title={title}
        beside={
          <>
            <SlvStatusBadge status={slv.status} />
            {slv.statusInEffect && (
              <StatusBadge
                label={`${slvStatusLabels[slv.statusInEffect]}, in effect`}
                color={statusColors[slv.statusInEffect]}
              />
            )}
            {/* The server sends no clocks to sellers. */}
            {slv.groupSlaStatus && <SlaChip slvId={slv.id} clock="SLV" sla={slv.groupSlaStatus} />}
            {slv.slrSlaStatus && <SlaChip slvId={slv.id} clock="SLR" sla={slv.slrSlaStatus} />}
            {slv.tdSlaStatus && <SlaChip slvId={slv.id} clock="TD" sla={slv.tdSlaStatus} />}
          </>
        }
        actions={
          <>
            {rounds}
            {actions}
            <JumpToSide />
          </>
        }
      />
      <Particulars slv={slv} />
    </Stack>
  )
}

const Breadcrumb = ({ list: { path, search, label }, here }: { list: LastList; here: string }) => (
  <nav aria-label="Breadcrumb">
    <ol className={classes.line}>
      <li>
        <Link to={path} search={search}>
          {label}
        </Link>
        <IconChevronRight size={14} aria-hidden />
      </li>
      <li aria-current="page">{here}</li>
    </ol>
  </nav>
)

/** '7001234 · Ortiz': the loan and the borrower, as far as they are known. */
const slvTitle = ({ buyerLoan, sellerLoan, borrowerLastName }: SlvDetail) =>
  [buyerLoan || sellerLoan || 'New request', borrowerLastName].filter(Boolean).join(' · ')

const Particulars = ({ slv }: { slv: SlvDetail }) => {
  const waiting = waitingText(slv)
  const parts: string[] = [
    slv.sellerName,
    slvTypeLabels[slv.type] + (slv.postCloseReason ? ` (${slv.postCloseReason})` : ''),
    // Later rounds are named by the round select.
    ...(slv.resubmitCount === 0 ? ['Round 1'] : []),
    slv.date ? `Requested ${format.date(slv.date)}` : 'Not sent yet',
    ...(waiting ? [waiting] : []),
  ]
  return (
    <ul className={`${classes.line} ${classes.particulars}`}>
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
      {slv.date !== null && (
        <li>
          <TurnTimes slv={slv} />
        </li>
      )}
    </ul>
  )
}

const JumpToSide = () => (
  <Button
    className={classes.jump ?? ''}
    variant="subtle"
    rightSection={<IconArrowDown size={16} aria-hidden />}
    onClick={() => {
      const side = document.getElementById(sideId)
      side?.scrollIntoView({ block: 'start' })
      side?.querySelector<HTMLElement>('[aria-selected="true"], h2')?.focus({ preventScroll: true })
    }}
  >
    Decision and history
  </Button>
)

export type LastList = { path: string; search: Record<string, string>; label: string }

const key = () => ownKey('slv.last-list')

export const useLastList = (view: SlvView): LastList => {
  const { state } = useRouter()
  const [list] = useState(() => {
    // While a page opens, this is still the page before it.
    const from = state.resolvedLocation?.href
    if (from && isList(from)) writeKept(sessionStorage, key(), from)
    const kept = readKept(sessionStorage, key())
    return listOf(typeof kept === 'string' && isList(kept) ? kept : slvViews[view].list)
  })
  return list
}

const isList = (href: string) => /^\/slv(\/department)?\/?(\?|$)/.test(href)

const listOf = (href: string): LastList => {
  const [path = '/slv', query = ''] = href.split('?')
  const search = parseSearch(query)
  return { path, search, label: labelOf(path, search) }
}

const labelOf = (path: string, { tableMode, departmentTableMode }: Record<string, string>) => {
  if (path.startsWith('/slv/department')) return departmentTableMode === 'TRANSFERRED' ? 'Transferred' : 'Department'
  const mode = TableMode.safeParse(tableMode)
  // ALL is the department's mode; a person without it gets their own list.
  return mode.success && mode.data !== 'ALL' ? tableModeLabels[mode.data] : 'SLVs'
}
