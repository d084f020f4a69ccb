import type { Fill } from '../frame.ts'
export const events: Fill = () => undefined
