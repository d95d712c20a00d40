/** After each test of every file, however it ended: what it mocked and the clock are as they were. */
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});
