import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { type Listed, openApiDocument, operationsOf } from '../../workers/openapi/document.ts'
import type { Schemas } from '../../workers/openapi/examples.ts'
import { app } from '../structure/endpoints.ts'

export const document: OpenAPIObject = openApiDocument(app, 'https://api.attribution.example')
export const operations: Listed[] = operationsOf(document.paths)
export const schemas: Schemas = document.components?.schemas ?? {}
