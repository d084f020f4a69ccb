import type { Fill } from '../frame.ts'
export const webhooks: Fill = () => undefined
