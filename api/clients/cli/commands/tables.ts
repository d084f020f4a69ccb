import type { Fill } from '../frame.ts'
export const tables: Fill = () => undefined
