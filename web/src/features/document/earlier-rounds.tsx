import type { SlvDocument } from '@portal/contract/document/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from './document.module.css'
import { DocumentList } from './document-list.tsx'
import { DocumentsFailed, DocumentsSkeleton } from './documents-states.tsx'
import { allDocumentsQuery } from './queries.ts'

type EarlierProps = { slv: Pick<SlvDetail, 'id' | 'resubmitCount'>; showsLoanDock?: boolean }

/** The files of rounds that are over, folded; they are read when the first is opened. */
export const EarlierRounds = ({ slv: { id, resubmitCount }, showsLoanDock = false }: EarlierProps) => {
  const [isWanted, setIsWanted] = useState(false)
  const { data, error, refetch, isFetching } = useQuery({ ...allDocumentsQuery(id), enabled: isWanted })
  if (resubmitCount === 0) return null
  const rounds = Array.from({ length: resubmitCount }, (_, index) => resubmitCount - 1 - index)
  const all = data && [...data.documents, ...(data.underwriterDocuments ?? [])]
  return (
    <section className={classes.part} aria-labelledby="earlier-documents-title">
      <h3 id="earlier-documents-title">Earlier rounds</h3>
      {rounds.map((round) => (
        <details
          key={round}
          className={classes.rounds}
          onToggle={({ currentTarget }) => currentTarget.open && setIsWanted(true)}
        >
          <summary>
            Round {round + 1}
            {all && <span className={classes.count}> · {countText(ofRound(all, round).length)}</span>}
          </summary>
          {!all && error && <DocumentsFailed why={error.message} isBusy={isFetching} onRetry={refetch} />}
          {!all && !error && <DocumentsSkeleton rows={1} />}
          {all && (
            <RoundDocuments slvId={id} round={round} documents={ofRound(all, round)} showsLoanDock={showsLoanDock} />
          )}
        </details>
      ))}
    </section>
  )
}

const countText = (count: number) => (count === 1 ? '1 file' : `${count} files`)

const ofRound = (documents: readonly SlvDocument[], round: number) =>
  documents.filter(({ resubmitCount }) => resubmitCount === round)

type RoundProps = { slvId: string; round: number; documents: readonly SlvDocument[]; showsLoanDock: boolean }

const RoundDocuments = ({ slvId, round, documents, showsLoanDock }: RoundProps) =>
  documents.length === 0 ? (
    <p className={classes.none}>This round had no documents.</p>
  ) : (
    <DocumentList
      slvId={slvId}
      label={`Documents of round ${round + 1}`}
      documents={documents}
      showsLoanDock={showsLoanDock}
      told={({ kind }) => (showsLoanDock && kind === 'UNDERWRITER' ? 'Underwriter document' : undefined)}
    />
  )
