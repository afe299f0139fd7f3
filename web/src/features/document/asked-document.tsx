import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconCircleCheck, IconClockHour4 } from '@tabler/icons-react'
import * as format from '../../lib/format.ts'
import { useFlush } from '../slv/pending-writes.tsx'
import classes from './asked-document.module.css'
import { DocumentIcon } from './document-icon.tsx'
import { DocumentName } from './document-name.tsx'
import { UploadArea } from './upload-area.tsx'
import { isOnItsWay } from './upload-queue.ts'
import { askedTarget, uploaderOf } from './uploads.ts'

type Asked = SlvDetail['pendingDocuments'][number]

type AskedDocumentProps = {
  slv: Pick<SlvDetail, 'id' | 'documents'>
  asked: Asked
  mayBring: boolean
  /** What else is missing, by id. */
  others: readonly string[]
}

/** One document that was asked for: what it must show, an example, its file or the place to drop it. */
export const AskedDocument = ({ slv, asked, mayBring, others }: AskedDocumentProps) => {
  const { id, name, note, receivedAt, example } = asked
  const files = slv.documents.filter(({ pendingDocumentId }) => pendingDocumentId === id)
  return (
    <li className={classes.card} data-received={receivedAt !== null || undefined} aria-label={name}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <span className={classes.state} data-received={receivedAt !== null || undefined}>
          {receivedAt ? <IconCircleCheck size={16} aria-hidden /> : <IconClockHour4 size={16} aria-hidden />}
          {receivedAt ? `Received ${format.dateTime(receivedAt)}` : 'Missing'}
        </span>
      </div>
      {note && <p className={classes.note}>{note}</p>}
      {example && (
        <p className={classes.file}>
          <span className={classes.word}>Example:</span>
          <DocumentIcon type={example.type} size={16} />
          <DocumentName slvId={slv.id} document={example} />
        </p>
      )}
      {files.map((file) => (
        <p key={file.id} className={classes.file}>
          <DocumentIcon type={file.type} size={16} />
          <DocumentName slvId={slv.id} document={file} />
        </p>
      ))}
      {mayBring && <BringAsked slvId={slv.id} asked={asked} others={others} />}
    </li>
  )
}

type BringProps = { slvId: string; asked: Asked; others: readonly string[] }

/**
 * One file answers what was asked, more may follow. The last missing one takes the request away from the seller: what
 * they typed is saved before, and what is dropped with it joins the request's other documents.
 */
const BringAsked = ({ slvId, asked, others }: BringProps) => {
  const flush = useFlush()
  const uploader = uploaderOf(slvId)
  const bring = async ([first, ...more]: readonly File[]) => {
    if (!first) return
    const isLast = asked.receivedAt === null && others.every((id) => isOnItsWay(uploader.get(), askedTarget(id)))
    if (isLast) {
      await flush()
      if (more.length > 0) uploader.add('SELLER', more)
    }
    uploader.add(askedTarget(asked.id), isLast ? [first] : [first, ...more])
  }
  return (
    <UploadArea
      id={slvId}
      target={askedTarget(asked.id)}
      label={asked.receivedAt ? 'Add another file' : 'Add file'}
      what={asked.name}
      onFiles={bring}
      hint="or drop the file here"
      isSmall
    />
  )
}
