import { useElementSize } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Page } from '../../../ui/page.tsx'
import { UploadGuard } from '../../document/upload-guard.tsx'
import { RoundSelect } from '../../history/round-select.tsx'
import { ActionBar } from '../actions/action-bar.tsx'
import { PendingWrites } from '../pending-writes.tsx'
import { slvQuery } from '../queries.ts'
import { useLastList } from './last-list.ts'
import { RequestArea } from './request-area.tsx'
import { RoundArea } from './round-area.tsx'
import { SidePanel } from './side-panel.tsx'
import { SlvGone } from './slv-gone.tsx'
import { SlvHeader } from './slv-header.tsx'
import classes from './slv-page.module.css'
import { SlvPageSkeleton } from './slv-page-skeleton.tsx'
import { useLeaveWhenGone } from './use-leave.ts'
import type { SlvSearch, SlvView } from './views.ts'

type SlvPageProps = {
  id: string
  view: SlvView
  search: SlvSearch
  /** Puts the open tab and the shown round into the address. */
  onSearch: (search: SlvSearch) => void
}

/** A constant: a new object on each render would make the hook observe again and render forever. */
const wholeBox: ResizeObserverOptions = { box: 'border-box' }

/** One SLV: its request, the decision beside it, and the moves that are open to this person. */
export const SlvPage = ({ id, view, search, onSearch }: SlvPageProps) => {
  const { data: slv, error } = useSuspenseQuery(slvQuery(id))
  const list = useLastList(view)
  const { isGone, isLeaving, onMoved } = useLeaveWhenGone(error, list)
  const { ref: header, height } = useElementSize<HTMLDivElement>(wholeBox)
  const shownRound = search.round ?? slv.resubmitCount
  const isEnded = shownRound < slv.resubmitCount

  if (isLeaving) return <SlvPageSkeleton />
  if (isGone) return <SlvGone list={list} />
  const rounds = (
    <RoundSelect
      present={slv.resubmitCount}
      shown={shownRound}
      onShow={(round) => onSearch({ ...search, round: round === slv.resubmitCount ? undefined : round })}
    />
  )
  return (
    <PendingWrites>
      <UploadGuard id={id} />
      <div className={classes.page} style={underHeader(height)}>
        <Page>
          <SlvHeader
            ref={header}
            slv={slv}
            list={list}
            rounds={rounds}
            actions={isEnded ? null : <ActionBar slv={slv} onMoved={onMoved} />}
          />
          {isEnded ? (
            <RoundArea id={id} round={shownRound} onLeave={() => onSearch({ ...search, round: undefined })} />
          ) : (
            <div className={classes.columns}>
              <div className={classes.request}>
                <RequestArea slv={slv} />
              </div>
              <SidePanel slv={slv} view={view} tab={search.tab} onTab={(tab) => onSearch({ ...search, tab })} />
            </div>
          )}
        </Page>
      </div>
    </PendingWrites>
  )
}

type HeaderHeight = CSSProperties & Record<'--slv-header', string>

/** What sticks below the header, and what is jumped to, must know how tall it is. */
const underHeader = (height: number): HeaderHeight => ({ '--slv-header': `${Math.ceil(height)}px` })
