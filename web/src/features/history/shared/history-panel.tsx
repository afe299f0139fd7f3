import { SegmentedControl } from '@mantine/core'
import { useHistorySearch } from '../history-search.ts'
import { DocumentEvents, InformationEdits } from '../history-tables.tsx'
import { TimelineView } from '../timeline-view.tsx'
import { type HistoryView, historyViews } from './address.ts'

const labels: Record<HistoryView, string> = { timeline: 'Timeline', edits: 'Edits', documents: 'Documents' }

/** The history of an SLV, as far as this person may see it: all of it, the edits field by field, or the files. */
export const HistoryPanel = ({ id }: { id: string }) => {
  const { view, filter, change } = useHistorySearch()
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="What of the history"
        data={historyViews.map((value) => ({ value, label: labels[value] }))}
        value={view}
        onChange={(value) => change({ history: historyViews.find((known) => known === value && known !== 'timeline') })}
      />
      {view === 'timeline' && <TimelineView id={id} filter={filter} onChange={change} />}
      {view === 'edits' && <InformationEdits id={id} />}
      {view === 'documents' && <DocumentEvents id={id} />}
    </>
  )
}
