import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { type Listed, openApiDocument, operationsOf } from '../../workers/openapi/document.ts'
import type { Schemas } from '../../workers/openapi/examples.ts'
import { app } from '../structure/endpoints.ts'

/** The document as the service serves it, under the address of the deployed service. */
export const document: OpenAPIObject = openApiDocument(app, 'https://api.attribution.example')
export const operations: Listed[] = operationsOf(document.paths)
export const schemas: Schemas = document.components?.schemas ?? {}
