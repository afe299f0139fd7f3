import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import type { LastList } from './last-list.ts'

/**
 * After a move of one's own that took the SLV out of one's sight: back to the list, where the toast tells how it went.
 * Answers with what to call once a move was made.
 */
export const useLeaveWhenGone = (error: unknown, { path, search }: LastList) => {
  const navigate = useNavigate()
  const moved = useRef(false)
  const isGone = hasStatus(error, 404)

  useEffect(() => {
    if (isGone && moved.current) void navigate({ to: path, search, replace: true })
  }, [isGone, navigate, path, search])

  return () => {
    moved.current = true
  }
}
