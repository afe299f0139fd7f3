import { useMemo } from 'react'
import classes from './conversation.module.css'
import { type Named, piecesOf } from './mention-text.ts'

/** What somebody said, as text: its lines as they were, its names marked, nothing of it executed. */
export const MessageText = ({ message, mentions }: { message: string; mentions: readonly Named[] }) => {
  const pieces = useMemo(() => piecesOf(message, mentions), [message, mentions])
  return (
    <p className={classes.message}>
      {pieces.map(({ at, text, named }) =>
        named ? (
          <b key={at} className={classes.name}>
            {text}
          </b>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </p>
  )
}
