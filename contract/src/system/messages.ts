export const systemMessages = {
  retry: {
    done: 'The job will run again in a few seconds',
    failed: 'Failed to retry the job',
  },
  drop: { done: 'The job was dropped', failed: 'Failed to drop the job' },
} as const
