import { SERVICE_VERSION } from '../version.ts'

export const SERVER_INFO = { name: 'routed-data', title: 'Routed data and outreach', version: SERVICE_VERSION }
