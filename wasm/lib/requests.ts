// Requests of the service interface, and their responses.

import { RequestError, ResponseError } from './errors.js';
import type { JsonText } from './json-text.js';
import type { Product } from './model.js';
import { hideMembers, unwrap } from './result.js';
import { seconds, service } from './service.js';
import type { ProductUpdate, ServiceRequest } from './tools-model.js';

/** A product as a value or as JSON text. */
export type ProductInput = Product | Record<string, unknown> | JsonText;

/**
 * Creates the login request. Its `body`, which contains the password, is omitted from logs and JSON.
 *
 * @throws {@link RequestError} if no account can have this username or password.
 * @example
 * ```js
 * import { loginRequest } from 'renewal-rules/tools';
 *
 * console.log(loginRequest({ username: 'me', password: 'secret' }).path); // /v1/login_check
 * ```
 */
export const loginRequest = (given: {
  username: string;
  password: string;
  base?: string | undefined;
}): ServiceRequest => hideMembers(unwrap(service('service.login_request', given), RequestError), 'body');

/** A token. `token` and `refreshToken` are omitted from logs and JSON. */
export interface LoginToken {
  token: string;
  refreshToken: string | null;
  /** Time at which the token was received. */
  receivedAt: Date;
  /** Time at which the token expires. */
  expiresAt: Date;
}

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/**
 * Reads the response to a login.
 *
 * @throws {@link ResponseError} if it contains no token.
 * @example
 * ```js
 * import { readLoginResponse } from 'renewal-rules/tools';
 *
 * const { expiresAt } = readLoginResponse({ status: 200, body: '{"token":"t"}', receivedAt: new Date() });
 * console.log(expiresAt > new Date()); // true
 * ```
 */
export const readLoginResponse = (given: { status: number; body: string; receivedAt: Date }): LoginToken => {
  const read = service('service.read_login_response', { ...given, receivedAt: seconds(given?.receivedAt) });
  const data = unwrap(read, ResponseError);
  return hideMembers(
    { ...data, receivedAt: dateOf(data.receivedAt), expiresAt: dateOf(data.expiresAt) },
    'token',
    'refreshToken',
  );
};

/**
 * Creates the request that creates a product.
 *
 * @throws {@link RequestError} if the product cannot be sent.
 * @example
 * ```js
 * import { createRequest } from 'renewal-rules/tools';
 *
 * console.log(createRequest({ product: { name: 'Example' } }).body); // {"name":"Example"}
 * ```
 */
export const createRequest = (given: { product: ProductInput; base?: string | undefined }): ServiceRequest =>
  unwrap(service('service.create_request', given), RequestError);

/**
 * Creates the request that changes a product.
 *
 * @throws {@link RequestError} if the body cannot be sent.
 * @example
 * ```js
 * import { changeRequest } from 'renewal-rules/tools';
 *
 * console.log(changeRequest({ id: 101, body: { name: 'Example' } }).path); // /v1/product/101
 * ```
 */
export const changeRequest = (given: { id: number; body: ProductInput; base?: string | undefined }): ServiceRequest =>
  unwrap(service('service.change_request', given), RequestError);

/**
 * Reads the id of the new product from the response to a creation.
 *
 * @throws {@link ResponseError} if the response reports no success, or contains no id.
 * @example
 * ```js
 * import { readCreateResponse } from 'renewal-rules/tools';
 *
 * console.log(readCreateResponse({ status: 201, body: '{"id":101}' }).id); // 101
 * ```
 */
export const readCreateResponse = (given: { status: number; body: string }): { id: number } =>
  unwrap(service('service.read_create_response', given), ResponseError);

/**
 * Computes the smallest update that turns the current product into the wanted one.
 *
 * @throws {@link RequestError} if no update can do this: an update cannot remove fields, which the error lists.
 * @example
 * ```js
 * import { update } from 'renewal-rules/tools';
 *
 * console.log(update({ current: { id: 101, name: 'A' }, wanted: { id: 101, name: 'B' } }).body); // {"name":"B"}
 * ```
 */
export const update = (given: { current: ProductInput; wanted: ProductInput }): ProductUpdate =>
  unwrap(service('service.update', given), RequestError);
