import type { Tdoc } from '@portal/contract/tdoc/answers'
import { tdocStatusLabels } from '@portal/contract/tdoc/model'
import { Link } from '@tanstack/react-router'
import classes from './tdoc.module.css'

type OriginalLinkProps = {
  tdoc: Pick<Tdoc, 'originalTdocId' | 'originalImageFileName'>
  text: string
  isField?: boolean
}

/** A text; of an escalation it leads to the original (spec.md §4). */
export const OriginalLink = ({
  tdoc: { originalTdocId, originalImageFileName },
  text,
  isField = true,
}: OriginalLinkProps) =>
  originalTdocId ? (
    <Link
      to="/condition-manager/{-$tdocId}"
      params={{ tdocId: originalTdocId }}
      search
      className={classes.link}
      {...(isField && { 'data-row-field': '', tabIndex: -1 })}
      aria-label={`${text}: open the original, ${originalImageFileName ?? ''}`}
      title={`Open the original, ${originalImageFileName ?? ''}`}
    >
      {text}
    </Link>
  ) : (
    text
  )

/** An original leads to each of its escalations, by how it stands. */
export const EscalationLinks = ({ escalations }: Pick<Tdoc, 'escalations'>) =>
  escalations.map(({ id, status }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link
        to="/condition-manager/{-$tdocId}"
        params={{ tdocId: id }}
        search
        className={classes.link}
        aria-label={`Open escalation ${index + 1}, ${tdocStatusLabels[status]}`}
      >
        {escalations.length > 1 ? `${index + 1}: ` : ''}
        {`Escalation, ${tdocStatusLabels[status]}`}
      </Link>
    </span>
  ))
