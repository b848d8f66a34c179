"""The chat: an endpoint as OpenAI's, which resolves, asks the model and runs the loop of the tools."""
