import type { Fill } from '../frame.ts'
export const suppressions: Fill = () => undefined
