import type { Fill } from '../frame.ts'
export const completion: Fill = () => undefined
export const complete: Fill = () => undefined
