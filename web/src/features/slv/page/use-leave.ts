import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import type { LastList } from './last-list.ts'

/**
 * After a move of one's own that took the SLV out of one's sight: back to the list, where the toast tells how it went.
 * `onMoved` is to be called when a move was made, before anything is read again.
 */
export const useLeaveWhenGone = (error: unknown, { path, search }: LastList) => {
  const navigate = useNavigate()
  const [hasMoved, setHasMoved] = useState(false)
  const isGone = hasStatus(error, 404)
  const isLeaving = isGone && hasMoved

  useEffect(() => {
    if (isLeaving) void navigate({ to: path, search, replace: true })
  }, [isLeaving, navigate, path, search])

  return { isGone, isLeaving, onMoved: () => setHasMoved(true) }
}
