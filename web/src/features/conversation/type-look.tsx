import { Group, SegmentedControl } from '@mantine/core'
import {
  type CommentType,
  commentTypeLabels,
} from '@portal/contract/conversation/model'
import { IconLock, IconMessageShare } from '@tabler/icons-react'
import classes from './conversation.module.css'
import { type Topic, topicTexts } from './topic.ts'

const icons: Record<CommentType, typeof IconLock> = {
  INTERNAL: IconLock,
  EXTERNAL: IconMessageShare,
}

const choiceWord = (type: CommentType, { kind }: Topic) =>
  type === 'INTERNAL'
    ? commentTypeLabels[type]
    : `To ${topicTexts[kind].outside}`

/** Button colors with enough contrast to white text in both color schemes. */
export const typeColors: Record<CommentType, string> = {
  INTERNAL: '#8a5a00',
  EXTERNAL: '#1c5fb0',
}

export const TypeIcon = ({
  type,
  size = 16,
}: {
  type: CommentType
  size?: number
}) => {
  const Icon = icons[type]
  return <Icon size={size} aria-hidden />
}

/** The type of a comment by icon, word and color. */
export const TypeMark = ({ type }: { type: CommentType }) => (
  <span className={classes.mark} data-type={type}>
    <TypeIcon type={type} size={14} />
    {commentTypeLabels[type]}
  </span>
)

type TypeChoiceProps = {
  label: string
  topic: Topic
  types: readonly CommentType[]
  type: CommentType
  onChange: (type: CommentType) => void
}

/** Chooses who can read a comment. */
export const TypeChoice = ({
  label,
  topic,
  types,
  type,
  onChange,
}: TypeChoiceProps) => (
  <SegmentedControl
    fullWidth
    aria-label={label}
    value={type}
    data={types.map((one) => ({
      value: one,
      label: (
        <Group
          component="span"
          display="inline-flex"
          justify="center"
          gap="0.375rem"
          wrap="nowrap"
        >
          <TypeIcon type={one} />
          {choiceWord(one, topic)}
        </Group>
      ),
    }))}
    onChange={(value) => onChange(types.find((one) => one === value) ?? type)}
  />
)
